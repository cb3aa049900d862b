/*
 * Fish unquotes the words before the last one; that one is passed as it was typed. It adds no space after `=`.
 */
export const fishScript = `# Completion of edgewright for fish: edgewright completion fish | source
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
