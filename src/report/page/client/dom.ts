import type { Content } from '../html-text.ts';

/** Creates DOM nodes for a part of the page. Text stays text: no markup is parsed. */
export function nodesOf(content: Content): readonly Node[] {
  if (typeof content === 'string') return [document.createTextNode(content)];
  if (isMany(content)) return content.flatMap(nodesOf);
  const { tag, attributes, content: inside } = content;
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...inside.flatMap(nodesOf));
  return [element];
}

function isMany(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}
