import { matchesPath } from '../../../lib/glob.ts'
import type { Steps } from '../../../lib/steps.ts'
import { templates } from '../../installation/templates.ts'
import { mergeInto } from './expand.ts'
import { asMapping, CiConfigError, type Mapping, type YamlBounds, YamlReader } from './yaml.ts'

/** Reads files that a configuration includes. */
export interface Files {
  /** The text of a file of the same commit. */
  local(path: string): string | undefined
  /** All files of the commit, asked for where a path has wildcards. */
  paths(): readonly string[]
  /** The text of a file of another project; undefined where there is none that whoever runs it may read. */
  foreign(project: string, ref: string | undefined, path: string): string | undefined
}

/** Files that one configuration may include. */
const MOST_INCLUDES = 150

/**
 * A configuration with what it includes: files of the same commit, of other projects and of the installation. What
 * stands behind an address or in a catalogue of components is nowhere here, and adds nothing.
 */
export function* resolveIncludes(
  yaml: string,
  files: Files | undefined,
  applies: (rules: unknown) => boolean = () => true,
  bounds?: YamlBounds,
): Steps<Mapping> {
  let included = 0
  const reader = new YamlReader(bounds)
  function* whole(text: string, local: Files['local'] | undefined): Steps<Mapping> {
    const own = yield* reader.read(text)
    const entries = [own.get('include') ?? []].flat()
    const all = new Map<unknown, unknown>()
    for (const entry of entries)
      for (const [inner, reads] of textsOf(entry, files, local, applies)) {
        if (++included > MOST_INCLUDES)
          throw new CiConfigError(`Maximum of ${MOST_INCLUDES} nested includes are allowed!`)
        mergeInto(all, yield* whole(inner, reads))
      }
    mergeInto(all, own)
    return all
  }
  return yield* whole(yaml, files?.local.bind(files))
}

type Included = readonly [text: string, local: Files['local'] | undefined]

function textsOf(
  entry: unknown,
  files: Files | undefined,
  local: Files['local'] | undefined,
  applies: (rules: unknown) => boolean,
): Included[] {
  const given =
    typeof entry === 'string'
      ? new Map([[/^https?:/.test(entry) ? 'remote' : 'local', entry]])
      : asMapping(entry)
  if (given.has('rules') && !applies(given.get('rules'))) return []
  const path = given.get('local')
  if (typeof path === 'string') return local === undefined ? [] : localTexts(path, files, local)
  const project = given.get('project')
  if (typeof project === 'string' && files !== undefined)
    return [given.get('file') ?? []]
      .flat()
      .map((file) => foreignText(files, project, given.get('ref'), String(file)))
  const named = String(given.get('template') ?? '').replace(/\.gitlab-ci\.yml$/, '')
  const template = templates.gitlab_ci_ymls.find(({ name }) => name === named)
  return template === undefined ? [] : [[template.content, undefined]]
}

function localTexts(path: string, files: Files | undefined, local: Files['local']): Included[] {
  const plain = path.replace(/^\//, '')
  if (plain.includes('*'))
    return (files?.paths() ?? [])
      .filter((candidate) => /\.ya?ml$/.test(candidate) && matchesPath(plain, candidate))
      .flatMap((candidate) => {
        const text = local(candidate)
        return text === undefined ? [] : [[text, local] as const]
      })
  const text = local(plain)
  if (text === undefined) throw new CiConfigError(`Local file \`${path}\` does not exist!`)
  return [[text, local]]
}

function foreignText(files: Files, project: string, ref: unknown, file: string): Included {
  const named = typeof ref === 'string' ? ref : undefined
  const read: Files['local'] = (path) => files.foreign(project, named, path.replace(/^\//, ''))
  const text = read(file)
  if (text === undefined)
    throw new CiConfigError(
      `Project \`${project}\` not found or access denied! Make sure any includes in the pipeline configuration are correctly defined.`,
    )
  return [text, read]
}
