import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { completionOf } from './completion.ts';
import { leavesOf } from './examples.ts';
import { createProgram } from './program.ts';

/** What bash offers for the last of these words. */
function offered(words: readonly string[]): string[] {
  const script = `${completionOf(createProgram(), 'bash')}
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _trunkline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8', cwd: '/usr' });
  assert.equal(stderr, '');
  return stdout.trim().split('\n');
}

test('bash completes commands and options, also behind words that are no commands', () => {
  assert.deepEqual(offered(['trunkline', 'masking']), ['masking-session']);
  assert.deepEqual(offered(['trunkline', 'account', 'su']), ['suspend']);
  assert.deepEqual(offered(['trunkline', 'message', 'show', 'ABC', '--fu']), ['--full']);
  assert.deepEqual(offered(['trunkline', 'account', 'create', 'Acme', '--prod']), ['--products']);
  assert.ok(
    offered(['trunkline', 'import', 'contacts', 'li']).includes('lib'),
    'files, where there is nothing of ours',
  );
});

test('zsh and fish are told of every command', () => {
  const program = createProgram();
  const [zsh, fish] = [completionOf(program, 'zsh'), completionOf(program, 'fish')];
  for (const { words } of leavesOf(program)) {
    assert.ok(zsh.includes(`    "${words.join(' ')}") echo `), words.join(' '));
    assert.match(fish, new RegExp(` -f -a ${words.at(-1)} -d '`), words.join(' '));
  }
});
