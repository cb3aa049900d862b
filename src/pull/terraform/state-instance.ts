import type { JsonObject } from '../../model/value.ts';

/** An object of a managed resource in a Terraform state. Its values may hold secrets: only ids are read from them. */
export interface StateInstance {
  /** The resource address of Terraform: `module.shop.edge_cloud_endpoint.www["eu"]`. */
  readonly address: string;
  readonly type: string;
  readonly name: string;
  readonly index: string | number | undefined;
  /** JSON pointer of its values. */
  readonly place: string;
  readonly values: JsonObject;
  /** Whether Terraform marks this attribute as sensitive. */
  readonly isSensitive: (attribute: string) => boolean;
  /** Tainted: Terraform replaces it next. Deposed: a replaced object that Terraform has still to destroy. */
  readonly condition: 'ready' | 'tainted' | 'deposed';
}

/** A part of the file that is not as Terraform writes it. */
export class StateProblem extends Error {
  /** JSON pointer; empty for the whole document. */
  readonly place: string;
  readonly help: string | undefined;

  constructor(place: string, message: string, help?: string) {
    super(message);
    this.name = 'StateProblem';
    this.place = place;
    this.help = help;
  }
}
