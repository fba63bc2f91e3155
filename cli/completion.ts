/**
 * `trunkline completion SHELL`: a script for bash, zsh or fish that completes commands and options.
 *
 * 1. It is made of the program's own commands, and asks nobody while somebody types: not the gateway either.
 */
import { Argument, type Command } from 'commander';

/** What can follow these words. */
interface Step {
  /** `message list`; empty: nothing yet. */
  readonly words: string;
  readonly commands: readonly Named[];
  readonly options: readonly Named[];
}

interface Named {
  readonly name: string;
  readonly about: string;
}

const SHELLS: Readonly<Record<string, (steps: readonly Step[]) => string>> = { bash, zsh, fish };

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('a script by which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'which one').choices(Object.keys(SHELLS)))
    .action((shell: string) => {
      process.stdout.write(completionOf(program, shell));
    });
}

export function completionOf(program: Command, shell: string): string {
  return SHELLS[shell]?.(stepsOf(program, [])) ?? '';
}

function stepsOf(command: Command, words: readonly string[]): Step[] {
  const commands = command.commands.map((each) => ({ name: each.name(), about: each.description() }));
  const options = command.options.map(({ long, short, description }) => ({
    name: long ?? short ?? '',
    about: description,
  }));
  const own = { words: words.join(' '), commands, options: [...options, { name: '--help', about: 'what is allowed' }] };
  return [own, ...command.commands.flatMap((each) => stepsOf(each, [...words, each.name()]))];
}

function bash(steps: readonly Step[]): string {
  return `# In ~/.bashrc: eval "$(trunkline completion bash)"
${wordsFunction(steps)}_trunkline() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="" each found
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$each" in -*) break ;; esac
    before="\${before:+$before }$each"
  done
  until found="$(_trunkline_words "$before")"; do
    case "$before" in *\\ *) before="\${before% *}" ;; *) before="" ;; esac
  done
  COMPREPLY=($(compgen -W "$found" -- "$word"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _trunkline trunkline
`;
}

function zsh(steps: readonly Step[]): string {
  return `#compdef trunkline
# In ~/.zshrc, after compinit: eval "$(trunkline completion zsh)"
${wordsFunction(steps)}_trunkline() {
  local before="" each found
  for each in \${words[2,CURRENT-1]}; do
    [[ $each == -* ]] && break
    before="\${before:+$before }$each"
  done
  until found="$(_trunkline_words "$before")"; do
    if [[ $before == *\\ * ]]; then before="\${before% *}"; else before=""; fi
  done
  compadd -- \${=found} || _files
}
compdef _trunkline trunkline
`;
}

/** Of words that are no commands, such as ids, it knows nothing; then the last one is left away. */
function wordsFunction(steps: readonly Step[]): string {
  const cases = steps.map(({ words, commands, options }) => {
    const names = [...commands, ...options].map(({ name }) => name).join(' ');
    return `    "${words}") echo "${names}" ;;\n`;
  });
  return `_trunkline_words() {\n  case "$1" in\n${cases.join('')}    *) return 1 ;;\n  esac\n}\n`;
}

function fish(steps: readonly Step[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = steps.flatMap(({ words, commands, options }) => {
    const when = quote(words === '' ? '__fish_use_subcommand' : words.split(' ').map(seen).join('; and '));
    const deeper = commands.map(({ name }) => name).join(' ');
    const here = commands.length === 0 || words === '' ? when : quote(`${unquoted(when)}; and not ${seen(deeper)}`);
    return [
      ...commands.map(({ name, about }) => `complete -c trunkline -n ${here} -f -a ${name} -d ${quote(about)}`),
      ...options.map(({ name, about }) => `complete -c trunkline -n ${when} -l ${name.slice(2)} -d ${quote(about)}`),
    ];
  });
  return `# trunkline completion fish > ~/.config/fish/completions/trunkline.fish\n${lines.join('\n')}\n`;
}

function seen(words: string): string {
  return `__fish_seen_subcommand_from ${words}`;
}

function unquoted(text: string): string {
  return text.slice(1, -1);
}
