/** Whether a forge would show the same: it changes line ends, and the white space at the end. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
