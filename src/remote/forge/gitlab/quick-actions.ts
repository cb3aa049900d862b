/**
 * GitLab executes lines of notes and descriptions that begin with a slash (`/close`), also when a program wrote them. It
 * leaves out code, but by a rule that fences of more than three backticks defeat, so here no line begins with a slash.
 */
export function withoutQuickActions(body: string): string {
  let fence: string | undefined;
  const lines = body.split('\n').map((line) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const isCode = fence !== undefined;
    if (fence === undefined) fence = mark === '' ? undefined : mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = undefined;
    // In code a backslash would be shown as it is, and the spelled-out character is how all inert text is shown.
    return line.replace(/^(\s*)\//, isCode ? String.raw`$1\u{2f}` : String.raw`$1\/`);
  });
  return lines.join('\n');
}
