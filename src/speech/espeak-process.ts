/**
 * The program of a process in which the npm package `espeak-ng` runs (espeak-child.ts starts it). The package is
 * espeak-ng itself, compiled to WebAssembly, under the GPL: it is loaded here and nowhere else, and what passes between
 * the processes is a command line, a text and a WAV file.
 *
 * 1. The module is compiled once, so that what runs often is compiled well, and its voice data are laid out once: a text
 *    takes 12 ms instead of 100.
 * 2. No text leaves anything behind for the next one. All that the program has written lies in its memory, which is put
 *    back before each text to what it was when it had just started, and in its two files, which are removed. An instance
 *    that did not end well is not used again.
 * 3. The process ends when its parent does.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { keepInspectorShut } from '../lib/no-inspector.ts';
import type { PackageAnswer, PackageRequest } from './espeak-child.ts';

interface Instance {
  readonly exports: object;
}

/** What is used of it: Node's types leave it to those of browsers. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<Instance>;
};

interface Files {
  writeFile(path: string, data: string): void;
  readFile(path: string): Uint8Array;
  unlink(path: string): void;
}

interface PackageModule {
  readonly FS: Files;
  /** The program, as C knows it. */
  _main(argc: number, argv: number): number;
}

interface InstanceOptions {
  readonly noInitialRun: true;
  instantiateWasm(imports: object, done: (instance: Instance) => void): object;
  print(line: string): void;
  printErr(line: string): void;
}

interface Package {
  readonly default: (options: InstanceOptions) => Promise<PackageModule>;
}

/** What the module exports beside its program. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  stackSave(): number;
  stackRestore(top: number): void;
  stackAlloc(bytes: number): number;
}

const TEXT_FILE = '/text';
const SOUND_FILE = '/sound.wav';
const PROGRAM = 'espeak-ng';

/** espeak-ng that has just started, as often as it is wanted. */
class Espeak {
  private readonly module: PackageModule;
  private readonly exports: Exports;
  private readonly fresh: Uint8Array;
  private readonly stackTop: number;

  constructor(module: PackageModule, exports: Exports) {
    this.module = module;
    this.exports = exports;
    this.fresh = withoutZerosAtEnd(new Uint8Array(exports.memory.buffer));
    this.stackTop = exports.stackSave();
  }

  /** Throws when it does not end well. */
  speak({ args, text }: PackageRequest): Uint8Array {
    const { FS } = this.module;
    this.startAnew();
    FS.writeFile(TEXT_FILE, text);
    const words = [PROGRAM, ...args, '-f', TEXT_FILE, '-w', SOUND_FILE];
    const code = this.module._main(words.length, this.lay(words));
    if (code !== 0) throw new Error(`it ended with code ${code}`);
    const wav = FS.readFile(SOUND_FILE);
    FS.unlink(TEXT_FILE);
    FS.unlink(SOUND_FILE);
    return wav;
  }

  /** Rule 2. The memory may have grown meanwhile: what came to it is zero, as it was when it came. */
  private startAnew(): void {
    const memory = new Uint8Array(this.exports.memory.buffer);
    memory.set(this.fresh);
    memory.fill(0, this.fresh.length);
    this.exports.stackRestore(this.stackTop);
  }

  /** Lays the arguments of `main` on the stack (C11, 5.1.2.2.1): `argv` with a null at its end. */
  private lay(words: readonly string[]): number {
    const { exports } = this;
    const argv = exports.stackAlloc((words.length + 1) * 4);
    const places = words.map((word) => {
      const bytes = Buffer.from(`${word}\0`);
      const place = exports.stackAlloc(bytes.length);
      new Uint8Array(exports.memory.buffer).set(bytes, place);
      return place;
    });
    new Uint32Array(exports.memory.buffer).set([...places, 0], argv / 4);
    return argv;
  }
}

function withoutZerosAtEnd(memory: Uint8Array): Uint8Array {
  return memory.slice(0, memory.findLastIndex((byte) => byte !== 0) + 1);
}

const [, , entry = ''] = process.argv;
const file = pathToFileURL(entry);
const loaded = Promise.all([
  import(file.href) as Promise<Package>,
  readFile(fileURLToPath(new URL('espeak-ng.wasm', file))).then((bytes) => WebAssembly.compile(bytes)),
]);
let ready = start();
// Whoever asked for the text gets the failure; nobody else has to know.
ready.catch(() => {});

async function start(): Promise<Espeak> {
  const [{ default: createInstance }, compiled] = await loaded;
  let exports: Exports | null = null;
  const module = await new Promise<PackageModule>((resolve, reject) => {
    createInstance({
      noInitialRun: true,
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(compiled, imports).then((instance) => {
          exports = instance.exports as Exports;
          done(instance);
        }, reject);
        return {};
      },
      print: () => {},
      printErr: () => {},
    }).then(resolve, reject);
  });
  if (exports === null) throw new Error('the module has no instance');
  return new Espeak(module, exports);
}

async function speak(request: PackageRequest): Promise<Uint8Array> {
  try {
    return (await ready).speak(request);
  } catch (error) {
    ready = start();
    ready.catch(() => {});
    throw error;
  }
}

keepInspectorShut();
process.on('disconnect', () => process.exit(0));
process.on('message', (request: PackageRequest) => {
  const answer = (value: PackageAnswer) => process.send?.(value);
  speak(request).then(
    (wav) => answer({ id: request.id, wav: new Uint8Array(wav) }),
    () => answer({ id: request.id, wav: null }),
  );
});
