import type {
  TopologyChange,
  TopologyLink,
  TopologyNode,
  TopologyRole,
} from '../../model/traffic/topology.ts';
import { inertLine } from '../text/inert.ts';

/** Marks before node names, so that changes are visible without color. */
export const marks: Readonly<Record<TopologyChange, string>> = {
  same: '',
  added: '+',
  changed: '~',
  removed: '-',
  waiting: '=',
};

export const roleWords: Readonly<Record<TopologyRole, string>> = {
  'https-edge': 'HTTPS edge',
  'https-route': 'route',
  'tls-edge': 'TLS edge',
  endpoint: 'endpoint',
  backend: 'backend',
  'ip-policy': 'IP policy',
  'certificate-authority': 'certificate authority',
};

/** The lines of a node's label: mark and name, role, served URLs. Safe to print. */
export function labelLines({ title, role, detail, change, isDangling }: TopologyNode): readonly string[] {
  const mark = isDangling ? '?' : marks[change];
  return [
    `${mark === '' ? '' : `${mark} `}${shortened(inertLine(title), 60)}`,
    isDangling ? `${roleWords[role]}, not there` : roleWords[role],
    ...(detail === undefined ? [] : [shortened(inertLine(detail), 60)]),
  ];
}

/** The label of a link; links from an edge to a route and from there to a backend need none. */
export function linkWords({ through, change }: TopologyLink): string {
  const words = through === 'edge_id' || through === 'backend' ? '' : inertLine(through);
  return [change === 'same' ? '' : marks[change], words].filter((part) => part !== '').join(' ');
}

function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
