import { archiveEndings } from '../model/repository/archives.ts'

/** A file that browsers download from the pages of a project. */
export type WebTarget = { readonly path: string } & (
  | {
      readonly page: 'archive'
      readonly ref: string
      readonly file: string | undefined
      readonly ending: string
    }
  /** The reference is a part of the rest, which only the repository can tell. */
  | { readonly page: 'raw'; readonly rest: string }
)

const PAGE = /^\/([^/].*?)\/-\/(archive|raw)\/(.+)$/
// Addresses from before pages stood below `/-/`; some programs still call them.
const OLD_ARCHIVE = /^\/([^/].*?)\/repository\/(?:(.+)\/)?archive\.(.+)$/

/** The target of a request; undefined for one that is for something else. */
export function webTargetOf({
  method,
  url,
}: {
  readonly method: string
  readonly url: string
}): WebTarget | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const [encoded = '', query = ''] = (url.split('#', 1)[0] ?? '').split('?', 2)
  if (!encoded.includes('/-/') && !encoded.includes('/repository/')) return undefined
  const target = decoded(encoded)
  if (target === undefined) return undefined
  const [, path = '', page, rest = ''] = PAGE.exec(target) ?? []
  if (page === 'raw') return { page, path, rest }
  if (page === 'archive') return archive(path, rest)
  const [, project, id, ending = ''] = OLD_ARCHIVE.exec(target) ?? []
  if (project === undefined || !isEnding(ending)) return undefined
  const ref = id ?? new URLSearchParams(query).get('ref') ?? ''
  return { page: 'archive', path: project, ref, file: undefined, ending }
}

// `v1.0.0.tar.gz` and `v1.0.0/webapp-v1.0.0.tar.gz`: the ending is the longest that there is, the reference what stands
// before the last slash.
function archive(path: string, rest: string): WebTarget | undefined {
  for (let dot = rest.indexOf('.'); dot >= 0; dot = rest.indexOf('.', dot + 1)) {
    const ending = rest.slice(dot + 1)
    if (dot === 0 || !isEnding(ending)) continue
    const id = rest.slice(0, dot).trim()
    const slash = id.lastIndexOf('/')
    const [ref, file] = slash < 0 ? [id, undefined] : [id.slice(0, slash), id.slice(slash + 1)]
    return { page: 'archive', path, ref, file, ending }
  }
  return undefined
}

const isEnding = (text: string): boolean => Object.hasOwn(archiveEndings, text)

function decoded(path: string): string | undefined {
  try {
    const plain = decodeURIComponent(path)
    return plain.includes('\0') ? undefined : plain
  } catch {
    return undefined
  }
}
