/* A block of code may scroll, so it can have the focus; then it has a name: what it is, and its file if it says it. */

const kinds = { console: 'Commands', sh: 'Commands', text: 'Text' };

/** A step of the highlighter. */
export const blockNames = {
  name: 'block-names',
  pre(node) {
    const { lang } = this.options;
    const [first] = this.source.split('\n');
    const [, file] = /^(?:# |\/\/ |<!-- )([\w./-]+\.\w+)(?:,.*)?(?: -->)?$/.exec(first) ?? [];
    node.properties.role = 'group';
    node.properties['aria-label'] = file ?? kinds[lang] ?? lang.toUpperCase();
  },
};
