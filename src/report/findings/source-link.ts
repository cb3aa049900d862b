/** The URL of a line of a source file; undefined without a template. `file` is relative to the workspace. */
export type SourceLink = (file: string, line: number) => string | undefined;

/** Whether a template is an https address with `{path}` in it, after the host, and optionally `{line}`. */
export function isSourceTemplate(template: string): boolean {
  if (!/^https:\/\/[^/{}\s]+\/[^\s]*\{path\}/.test(template)) return false;
  return URL.canParse(filled(template, 'file', 1));
}

/** Links by a template such as `https://git.example.com/edges/blob/main/{path}#L{line}`. */
export function sourceLink(template: string | undefined): SourceLink {
  if (template === undefined) return () => undefined;
  return (file, line) => new URL(filled(template, file, line)).href;
}

function filled(template: string, file: string, line: number): string {
  // A segment of dots alone could leave the repository's page.
  const whole = file.replace(/\p{Surrogate}/gu, '\ufffd');
  const steps = whole.split('/').map((step) => encodeURIComponent(step).replace(/^\.+$/, ''));
  const path = steps.filter((step) => step !== '').join('/');
  return template.replaceAll('{path}', () => path).replaceAll('{line}', () => String(line));
}
