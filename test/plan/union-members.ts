import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const folder = new URL('../../src/model/', import.meta.url);

const statements = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return [...ts.createSourceFile(name, text, ts.ScriptTarget.Latest).statements];
  });

/** The string literals of a union in the model: of a type, or of a member of an interface. */
export function unionMembers(typeName: string, member?: string): readonly string[] {
  for (const statement of statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === typeName && member === undefined)
      return textsOf(statement.type);
    if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== typeName) continue;
    for (const each of statement.members) {
      if (ts.isPropertySignature(each) && ts.isIdentifier(each.name) && each.name.text === member)
        return textsOf(each.type);
    }
  }
  throw new Error(`src/model has no ${typeName}${member === undefined ? '' : `.${member}`}`);
}

function textsOf(type: ts.TypeNode | undefined): readonly string[] {
  if (type !== undefined && ts.isUnionTypeNode(type)) return type.types.flatMap((each) => textsOf(each));
  if (type !== undefined && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal))
    return [type.literal.text];
  if (type !== undefined && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName))
    return unionMembers(type.typeName.text);
  throw new Error('this is no union of texts');
}
