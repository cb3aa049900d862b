import { schemaTexts } from '../../../workflow/schema-texts.ts';

/** Schemas for the YAML extension, as part of the workspace so that editors need no installation, and extensions. */
export function vscodeFiles(): readonly (readonly [string, string])[] {
  return [
    ['.vscode/settings.json', settings],
    ['.vscode/extensions.json', extensions],
    ...(['resource', 'settings', 'environment', 'traffic-policy'] as const).map(
      (name) => [`.vscode/edgewright/${name}.schema.json`, schemaTexts[name]] as const,
    ),
  ];
}

const settings = `{
  "yaml.schemas": {
    "./.vscode/edgewright/resource.schema.json": "resources/**/*.yaml",
    "./.vscode/edgewright/settings.schema.json": "edgewright.yaml",
    "./.vscode/edgewright/environment.schema.json": "environments/**/*.yaml"
  }
}
`;

const extensions = `{
  "recommendations": ["edgewright.edgewright", "redhat.vscode-yaml"]
}
`;
