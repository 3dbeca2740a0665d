/** An import of the joined files at the head of one of them: a default, all, or some by name. */
const IMPORT =
  /import\s*(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)\s*)?(?:\{([^}]*)\}\s*)?(?:from\s*)?"([^"]+)";?/y
const EXPORTS = /export\{([^}]*)\};?\s*$/
/** As the build writes it, without blanks: texts in the demo world have it, too, as people write it. */
const META = /(?<=[(,=])import\.meta\.url\b/g
const LATER = /\bimport\((["`])([^"`$]+)\1\)/g

/**
 * A module of the build as an expression: a function that is given what loads a module at once, what loads it later, and
 * what `import.meta` is, and that returns its exports. Undefined for modules of another form than the build gives most:
 * imports first, one list of exports last. Nothing that is exported may change, and nothing is awaited at the top.
 */
export function asFunction(text: string): string | undefined {
  const exported = EXPORTS.exec(text)
  if (exported?.[1] === undefined || /(?:^|[;}])export default /.test(text)) return undefined
  let at = 0
  let head = '(function(__loadNow,__loadLater,__meta){"use strict";'
  for (;;) {
    IMPORT.lastIndex = at
    const found = IMPORT.exec(text)
    if (found === null) break
    head += loading(found)
    at = IMPORT.lastIndex
  }
  const body = text.slice(at, exported.index).replace(LATER, '__loadLater("$2")').replace(META, '__meta.url')
  const names = exported[1].replace(/([\w$]+) as ([\w$]+)/g, '$2:$1')
  return `${head}${body}\nreturn{${names}}})`
}

/** What makes worlds of descriptions: functions, which most starts never call, since the demo world is written down. */
const SELDOM = /\/worlds-[^/]+$/

function calledLater(pairs: string, loaded: string): string {
  const calls = pairs.split(',').map((pair) => {
    const [name, local = name] = pair.split(':')
    return `${local}=(...given)=>__seldom().${name}(...given)`
  })
  return `const __seldom=()=>${loaded},${calls.join()};`
}

function loading([, byDefault, all, some, from]: RegExpExecArray): string {
  const loaded = `__loadNow(${JSON.stringify(from)})`
  if (all !== undefined) return `const ${all}=${loaded};`
  const names = some?.replaceAll(' as ', ':') ?? ''
  if (byDefault === undefined && SELDOM.test(from ?? '')) return calledLater(names, loaded)
  return `const{${byDefault === undefined ? '' : `default:${byDefault},`}${names}}=${loaded};`
}
