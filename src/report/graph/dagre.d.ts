/**
 * What we use of dagre. Its own types import files without their extensions, which the rules of Node's modules do not
 * find: all of them would be `any`.
 */
declare module '@dagrejs/dagre' {
  interface Graph {
    setGraph(options: {
      readonly rankdir: 'LR';
      readonly rankalign: 'top';
      readonly nodesep: number;
      readonly ranksep: number;
    }): void;
    setDefaultEdgeLabel(label: () => object): void;
    setNode(id: string, size: { readonly width: number; readonly height: number }): void;
    hasNode(id: string): boolean;
    setEdge(from: string, to: string): void;
    nodes(): readonly string[];
    /** A node that `layout` has placed, by its middle. */
    node(id: string): { readonly x: number; readonly y: number; readonly width: number };
  }
  export const graphlib: { readonly Graph: new () => Graph };
  export function layout(graph: Graph): void;
}
