export const zshScript = `#compdef edgewright
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
