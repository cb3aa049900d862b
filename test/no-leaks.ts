/*
 * Node warns when it has to close a file that nobody closed. Here that is an error: it fails the run, whichever test it
 * happens to reach.
 */
const mark = Symbol.for('edgewright.no-leaks');

if (!(mark in process)) {
  Object.defineProperty(process, mark, { value: true });
  process.on('warning', (warning) => {
    if (/garbage collection|MaxListenersExceeded/.test(`${warning.name} ${warning.message}`)) throw warning;
  });
}
