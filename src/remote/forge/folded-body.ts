const opening = '<details><summary>Outdated</summary>';

/** An outdated comment on forges that cannot collapse one: its text below a summary, the marker still first. */
export function foldedBody(body: string): string {
  const end = body.indexOf('\n') + 1;
  return `${body.slice(0, end)}${opening}\n\n${body.slice(end).trimEnd()}\n\n</details>\n`;
}

export function isFoldedBody(body: string): boolean {
  return body.split(/\r?\n/, 2)[1] === opening;
}
