/** Colors that a reader of any terminal can see: computed, because a person looks at one theme. */
import { expect, test } from 'vitest';
import { inks, painter, type Role } from '../../src/report/text/paint.ts';

/** The levels of red, green and blue in the cube of 216 colors that xterm begins at 16. */
const levels = [0, 95, 135, 175, 215, 255];

/** Relative luminance, as WCAG 2 computes it. */
function luminanceOf(code: number): number {
  const index = code - 16;
  const [red = 0, green = 0, blue = 0] = [Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6].map(
    (at) => {
      const part = (levels[at] ?? 0) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    },
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(Object.entries(inks))('%s has a contrast of 4 on black and on white', (_name, code) => {
  const luminance = luminanceOf(code);
  expect((luminance + 0.05) / 0.05).toBeGreaterThanOrEqual(4);
  expect(1.05 / (luminance + 0.05)).toBeGreaterThanOrEqual(4);
});

test('no role has one of the colors that a theme sets', () => {
  const roles: readonly Role[] = [
    'error',
    'warn',
    'info',
    'gutter',
    'primary',
    'secondary',
    'note',
    'removed',
    'added',
  ];
  for (const role of roles) {
    const [, sequence = ''] = /^\u001b\[([\d;]*)m/.exec(painter(true)(role, 'x')) ?? [];
    const [, ink] = /38;5;(\d+)$/.exec(sequence) ?? [];
    expect(Object.values(inks)).toContain(Number(ink));
  }
});
