/**
 * The program of the process in which the npm package `espeak-ng` runs (espeak-package.ts starts it). The package is
 * espeak-ng itself, compiled to WebAssembly, under the GPL: it is loaded here and nowhere else, and what passes between
 * the processes is a command line, a text and a WAV file.
 *
 * 1. Each request gets a fresh instance (80 to 120 ms): no text leaves anything behind for the next one.
 * 2. The process ends when its parent does.
 */
import { pathToFileURL } from 'node:url';
import type { PackageAnswer, PackageRequest } from './espeak-package.ts';

interface Files {
  writeFile(path: string, data: string): void;
  readFile(path: string): Uint8Array;
}

interface Instance {
  readonly FS: Files;
}

interface InstanceOptions {
  readonly arguments: readonly string[];
  readonly preRun: readonly ((instance: Instance) => void)[];
  print(line: string): void;
  printErr(line: string): void;
}

interface EspeakModule {
  readonly default: (options: InstanceOptions) => Promise<Instance>;
}

const [, , entry = ''] = process.argv;
const loaded = import(pathToFileURL(entry).href) as Promise<EspeakModule>;

async function speak({ args, text }: PackageRequest): Promise<Uint8Array> {
  const { default: createInstance } = await loaded;
  const instance = await createInstance({
    arguments: [...args, '-f', '/text', '-w', '/sound.wav'],
    preRun: [({ FS }) => FS.writeFile('/text', text)],
    print: () => {},
    printErr: () => {},
  });
  return instance.FS.readFile('/sound.wav');
}

process.on('disconnect', () => process.exit(0));
process.on('message', (request: PackageRequest) => {
  const answer = (value: PackageAnswer) => process.send?.(value);
  speak(request).then(
    (wav) => answer({ id: request.id, wav: new Uint8Array(wav) }),
    () => answer({ id: request.id, wav: null }),
  );
});
