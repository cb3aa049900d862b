import { readFileSync } from 'node:fs';

/** One section of the API's description: its tables, row by row, and everything else, sentence by sentence. */
export interface Section {
  readonly number: string;
  readonly tables: readonly Table[];
  readonly sentences: readonly string[];
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** A row by column name. */
export type Row = Readonly<Record<string, string>>;

const text = readFileSync(new URL('api-tables.md', import.meta.url), 'utf8');

/** The sections of api-tables.md, by number. */
export const sections: ReadonlyMap<string, Section> = new Map(
  text
    .split(/^#{2,3} /m)
    .slice(1)
    .map((part) => readSection(part))
    .map((section) => [section.number, section]),
);

function readSection(part: string): Section {
  const [heading = '', ...lines] = part.split('\n');
  const number = /^[\d.]*\d/.exec(heading)?.[0] ?? '';
  const prose = lines.filter((line) => line.trim() !== '' && !line.startsWith('|'));
  return { number, tables: readTables(lines), sentences: prose.flatMap(sentencesOf) };
}

/** A heading of a list (`Circuit breaker:`) is no sentence. */
function sentencesOf(line: string): readonly string[] {
  const sentences = line.replace(/^(?:-|\d+[.]) /, '').split(/(?<=[.])\s+(?=[A-Z`])/);
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => !/^[^`.]{0,60}:$/.test(sentence));
}

function readTables(lines: readonly string[]): readonly Table[] {
  const tables: { columns: readonly string[]; rows: Row[] }[] = [];
  let isInside = false;
  for (const line of lines) {
    if (!line.startsWith('|')) isInside = false;
    else if (!isInside) {
      tables.push({ columns: cells(line), rows: [] });
      isInside = true;
    } else if (!/^\|[\s|-]+$/.test(line))
      tables.at(-1)?.rows.push(rowOf(tables.at(-1)?.columns ?? [], cells(line)));
  }
  return tables;
}

function cells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function rowOf(columns: readonly string[], values: readonly string[]): Row {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
}

/** The rows of the only table of a section. */
export function rowsOf(number: string): readonly Row[] {
  const tables = sections.get(number)?.tables ?? [];
  if (tables.length !== 1) throw new Error(`section ${number} has ${tables.length} tables`);
  return tables[0]?.rows ?? [];
}

/** The text in a column of a row; empty if the table has no such column. */
export function cell(row: Row, name: string): string {
  return row[name] ?? '';
}
