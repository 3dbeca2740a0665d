import { parseAst } from 'rolldown/parseAst'

interface Declared {
  readonly name: string
  readonly node: object
  readonly start: number
  readonly end: number
  /** The same as a variable. A function without a name has that of the variable. */
  readonly variable: string
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A joined file whose functions at these places V8 compiles together with the file, as it does with those in parentheses.
 * Each that is compiled when it is first called is parsed a second time, and takes several times as long.
 */
export function withEagerFunctions(code: string, starts: ReadonlySet<number>): string {
  if (starts.size === 0) return code
  const declared: Declared[] = []
  const others: Statement[] = []
  for (const node of parseAst(code).body) {
    const { start, end, type } = node
    if (type === 'FunctionDeclaration' && node.id !== null) {
      const { name, start: from, end: to } = node.id
      const variable = `var ${name}=(${code.slice(start, from).trim()}${code.slice(to, end)});`
      declared.push({ name, node, start, end, variable })
    } else if (!/^(?:Import|Export)/.test(type)) others.push(node)
  }
  const places = firstUses(declared, others)
  const edits = declared
    .filter(({ start }) => starts.has(start))
    .flatMap((eager): Edit[] => {
      const { start, end, variable } = eager
      const at = places.get(eager) ?? start
      if (at >= start) return [{ start, end, text: variable }]
      return [
        { start: at, end: at, text: variable },
        { start, end, text: '' },
      ]
    })
  return edited(code, edits)
}

type Statement = Pick<Declared, 'start'> & object

/**
 * Where the first statement is that names a function, or another one that does, and so on. It might call it: a declared
 * function is there from the beginning, a variable has to stand before.
 */
function firstUses(
  declared: readonly Declared[],
  statements: readonly Statement[],
): ReadonlyMap<Declared, number> {
  const unused = new Map(declared.map((it) => [it.name, it]))
  const places = new Map<Declared, number>()
  for (const statement of statements) {
    const reached: object[] = [statement]
    for (const tree of reached)
      for (const name of namesIn(tree)) {
        const used = unused.get(name)
        if (used === undefined) continue
        unused.delete(name)
        places.set(used, statement.start)
        reached.push(used.node)
      }
  }
  return places
}

/** Names of variables in a tree, and none that stand behind a dot or before a colon. */
function namesIn(tree: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof tree !== 'object' || tree === null) return names
  const node = tree as { readonly [part: string]: unknown }
  if (node.type === 'Identifier') names.add(String(node.name))
  for (const part in node)
    if (node.computed !== false || (part !== 'key' && part !== 'property')) namesIn(node[part], names)
  return names
}

function edited(code: string, edits: readonly Edit[]): string {
  let out = ''
  let done = 0
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    out += code.slice(done, start) + text
    done = end
  }
  return out + code.slice(done)
}
