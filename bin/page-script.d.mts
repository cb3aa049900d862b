export function pageScripts(): Readonly<Record<'edgewrightPageScript' | 'edgewrightDevScript', string>>;
