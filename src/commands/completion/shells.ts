import type { NextWords } from './values-of.ts';
import type { SplitLine } from './split-line.ts';

/*
 * Fish unquotes the words before the last one; that one is passed as it was typed. It adds no space after `=`.
 */
const fishScript = `# Completion of edgewright for fish: edgewright completion fish | source
function __edgewright_complete
    set -l typed (commandline -ct)
    set -l lines (command edgewright completion fish -- (commandline -opc) "$typed" 2>/dev/null </dev/null)
    set -l path (string unescape -- "$typed"; or echo -- "$typed")
    switch "$lines[1]"
        case files
            __fish_complete_path "$path"
        case folders
            __fish_complete_directories "$path"
        case words
            for line in $lines[2..-1]
                set -l parts (string split \\t -- $line)
                echo $parts[1]\\t$parts[2]
            end
    end
end
complete -c edgewright -f -a '(__edgewright_complete)'
`;

const zshScript = `#compdef edgewright
# Completion of edgewright for zsh: a file _edgewright in a folder of $fpath, or source <(edgewright completion zsh)
_edgewright() {
  local -a lines values shown open opened
  local line value doc
  lines=("\${(@f)$(command edgewright completion zsh -- "\${(@Q)words[1,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  case $lines[1] in
    files) _files; return ;;
    folders) _files -/; return ;;
  esac
  for line in "\${(@)lines[2,-1]}"; do
    [[ -z $line ]] && continue
    value=\${line%%$'\\t'*}
    doc=\${\${line#*$'\\t'}%$'\\t'*}
    [[ -n $doc ]] && doc="$value  -- $doc" || doc=$value
    if [[ $line == *$'\\t'open ]]; then open+=("$value"); opened+=("$doc"); else values+=("$value"); shown+=("$doc"); fi
  done
  (( $#open )) && compadd -S '' -l -d opened -a open
  (( $#values )) && compadd -l -d shown -a values
}
if [[ $funcstack[1] == _edgewright ]]; then _edgewright "$@"; else compdef _edgewright edgewright; fi
`;

/*
 * Bash hands over the whole line: its own words are split at `=` and `:` too. A reply replaces only the part after the
 * last of these signs. Names come from the repository, and what they contain must not run: within quotes, too.
 */
const bashScript = `# Completion of edgewright for bash: source <(edgewright completion bash)
_edgewright() {
  local line type=
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$type" ]; then type=$line; else COMPREPLY+=("$line"); fi
  done < <(command edgewright completion bash -- "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case $type in
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o dirnames 2>/dev/null ;;
    open) compopt -o nospace 2>/dev/null ;;
  esac
}
complete -F _edgewright edgewright
`;

/** The reply for bash: a type, then one insertion a line. */
export function bashReply(completion: NextWords, breaks: string, { words, typed, quote }: SplitLine): string {
  if (completion.type !== 'words') return `${completion.type}\n`;
  const { candidates } = completion;
  const isOpen = candidates.length > 0 && candidates.every((candidate) => candidate.isOpen === true);
  const last = words.at(-1) ?? '';
  const cut = quote === '' ? replacedFrom(last, typed, breaks) : 0;
  const lines = candidates.map(({ value }) => inserted(quote)(value.slice(cut)));
  return [isOpen ? 'open' : 'words', ...lines].map((line) => `${line}\n`).join('');
}

/** The length of the part of a word that bash keeps. */
function replacedFrom(last: string, typed: string, breaks: string): number {
  // A quoted part is not split; then the word is taken as one, which only costs the completion after a colon.
  if (typed !== last) return 0;
  return Math.max(...['=', ':'].map((sign) => (breaks.includes(sign) ? last.lastIndexOf(sign) : -1))) + 1;
}

/** How a value is written within quotes of this kind. */
function inserted(quote: SplitLine['quote']): (value: string) => string {
  switch (quote) {
    case '':
      return (value) => value.replaceAll(/[^\w/=.,:@%+-]/g, String.raw`\$&`);
    case '"':
      return (value) => value.replaceAll(/[\\"$`!]/g, String.raw`\$&`);
    case "'":
      return (value) => value.replaceAll("'", String.raw`'\''`);
  }
}

/** The shells that can complete, with their scripts. */
export const shells = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const;

export type Shell = keyof typeof shells;
