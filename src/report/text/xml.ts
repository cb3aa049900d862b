import { escapedCharacter, inert, inertLine } from './inert.ts';

/** Characters that XML 1.0 cannot contain, even as references; controls were escaped before. */
const forbidden = /[\p{Surrogate}\ufffe\uffff]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // An attribute value would normalize these to spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function xmlAttribute(text: string): string {
  return `"${harmless(text).replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '')}"`;
}

/** The text of an element. `>` is escaped too, since `]]>` is not allowed in text. */
export function xmlText(text: string): string {
  return harmless(text).replace(/[&<>\r]/g, (character) => entities[character] ?? '');
}

/** `name="value"` for each, in order. */
export function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}=${xmlAttribute(String(value))}`)
    .join('');
}

function harmless(text: string): string {
  return inert(text).replace(forbidden, escapedCharacter);
}

export interface JunitCase {
  readonly name: string;
  /** How long it took. */
  readonly seconds?: number | undefined;
  /** Absent for a test that passed without output. */
  readonly inside?:
    | {
        readonly tag: 'failure' | 'error' | 'skipped' | 'system-out';
        readonly attributes?: Readonly<Record<string, string>>;
        readonly text: string;
      }
    | undefined;
}

/** Test results in JUnit's XML, a suite for each file. Findings have no times, so that equal ones give equal bytes. */
export function junitText(
  name: string,
  suites: readonly (readonly [file: string, readonly JunitCase[]])[],
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${junitAttributes(
      name,
      suites.flatMap(([, cases]) => cases),
    )}>`,
    ...suites.flatMap(([file, cases]) => [
      `  <testsuite${junitAttributes(inertLine(file), cases)}>`,
      ...cases.flatMap((junitCase) => caseLines(junitCase, inertLine(file))),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function junitAttributes(name: string, cases: readonly JunitCase[]): string {
  const count = (tag: string): number => cases.filter(({ inside }) => inside?.tag === tag).length;
  const skipped = count('skipped');
  return xmlAttributes({
    name,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    ...(skipped === 0 ? {} : { skipped }),
    ...timeOf(cases),
  });
}

/** The time of all, to the millisecond; none where none has one. */
function timeOf(cases: readonly Pick<JunitCase, 'seconds'>[]): { readonly time?: string } {
  const all = cases.flatMap(({ seconds }) => seconds ?? []);
  return all.length === 0 ? {} : { time: all.reduce((sum, seconds) => sum + seconds, 0).toFixed(3) };
}

function caseLines(junitCase: JunitCase, classname: string): readonly string[] {
  const { name, inside } = junitCase;
  const start = `    <testcase${xmlAttributes({ name, classname, ...timeOf([junitCase]) })}`;
  if (inside === undefined) return [`${start}/>`];
  const { tag, attributes = {}, text } = inside;
  return [
    `${start}>`,
    `      <${tag}${xmlAttributes(attributes)}>${xmlText(text)}</${tag}>`,
    '    </testcase>',
  ];
}
