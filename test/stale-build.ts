import { isBuilt } from '../bin/is-built.mjs';

/** Once a run: tests of what is shipped take dist/ as it is, so that one folder can be tested without a build. */
export default function sayIfStale(): void {
  if (!isBuilt())
    process.stderr.write(
      'note: dist/ is missing or older than src/; tests of the bundle need `npm run build`\n',
    );
}
