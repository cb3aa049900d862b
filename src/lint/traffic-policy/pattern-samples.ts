/** Texts that a pattern (RE2) probably matches: the shortest, and one with each repetition once. */
export function samplesOf(pattern: string): readonly string[] {
  const reader = { rest: pattern.replace(/^\(\?[a-z]+\)/, ''), isKnown: true };
  const samples = readAlternatives(reader);
  return reader.isKnown && reader.rest === '' ? samples : [];
}

interface Reader {
  rest: string;
  isKnown: boolean;
}

/** More would grow with each repetition. */
const most = 8;

function readAlternatives(reader: Reader): readonly string[] {
  const all = [readSequence(reader)];
  while (reader.rest.startsWith('|')) {
    reader.rest = reader.rest.slice(1);
    all.push(readSequence(reader));
  }
  return all.flat().slice(0, most);
}

function readSequence(reader: Reader): readonly string[] {
  let samples: readonly string[] = [''];
  while (reader.rest !== '' && !/^[|)]/.test(reader.rest)) {
    const part = repeated(readPart(reader), reader);
    samples = samples.flatMap((before) => part.map((one) => before + one)).slice(0, most);
  }
  return samples;
}

function readPart(reader: Reader): readonly string[] {
  const group = /^\((?:\?(?:[a-z]*:|P?<\w+>))?/.exec(reader.rest);
  if (group !== null) {
    reader.rest = reader.rest.slice(group[0].length);
    const inner = readAlternatives(reader);
    reader.isKnown &&= reader.rest.startsWith(')');
    reader.rest = reader.rest.slice(1);
    return inner;
  }
  const [token = ''] = /^(?:\\[^pPxQ]|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\\[])/su.exec(reader.rest) ?? [];
  reader.isKnown &&= token !== '';
  reader.rest = token === '' ? '' : reader.rest.slice(token.length);
  // A dot alone is usually one of a host.
  return [token === '.' && !/^[*+?{]/.test(reader.rest) ? '.' : characterIn(token)];
}

const classes: Readonly<Record<string, string>> = { d: '1', D: 'x', w: 'x', W: '-', s: ' ', S: 'x' };

function characterIn(token: string): string {
  if (token === '.') return 'x';
  if (/^[$^]$/.test(token)) return '';
  if (token.startsWith('[')) {
    const tried = ['x', 'a', 'A', '1', '-', '/', '.'].find((one) => new RegExp(token, 'u').test(one));
    return tried ?? '';
  }
  if (!token.startsWith('\\')) return token;
  const letter = token.slice(1);
  return classes[letter] ?? (/\w/.test(letter) ? '' : letter);
}

function repeated(samples: readonly string[], reader: Reader): readonly string[] {
  const [count = '', least] = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.rest) ?? [];
  reader.rest = reader.rest.slice(count.length);
  if (count === '' || count.startsWith('+')) return samples;
  if (least === undefined) return ['', ...samples];
  return Number(least) > 20 ? [] : samples.map((one) => one.repeat(Number(least)));
}
