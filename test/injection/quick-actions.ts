/**
 * The quick actions that GitLab would carry out in a text, by the regular expressions of its extractor
 * (lib/gitlab/quick_actions/extractor.rb): it takes code, quotes and HTML blocks out, but finds their ends by lines,
 * and knows neither longer fences nor lists. Then each line that begins with a slash is an action.
 */
export function quickActionsIn(markdown: string): readonly string[] {
  return markdown.replaceAll(excluded, '').match(action) ?? [];
}

const code = /^```.+?\n```$/;
const inlineCode = /^`\n*.+?\n*`$/;
const html = /^<[^>]+?>\n.+?\n<\/[^>]+?>$/;
const quote = /^>>>\n+.+?\n+>>>$/;

const excluded = new RegExp([code, inlineCode, html, quote].map(({ source }) => source).join('|'), 'gms');
const action = /^\/[a-z_]+.*$/gim;
