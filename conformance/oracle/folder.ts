import type { Row } from '../kit/json.ts'

/** Text files by path: what the suite believes a commit to hold. */
export type Folder = ReadonlyMap<string, string>

/** The actions that turn one folder into another. */
export function actionsBetween(before: Folder, after: Folder): readonly Row[] {
  const gone = [...before.keys()].filter((path) => !after.has(path))
  const written = [...after].filter(([path, content]) => before.get(path) !== content)
  return [
    ...gone.map((file_path) => ({ action: 'delete', file_path })),
    ...written.map(([file_path, content]) => ({
      action: before.has(file_path) ? 'update' : 'create',
      file_path,
      content,
    })),
  ]
}

/** The id that git gives to a blob of this content. */
export async function blobId(content: string): Promise<string> {
  const bytes = new TextEncoder().encode(content)
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`)
  const whole = new Uint8Array(head.length + bytes.length)
  whole.set(head)
  whole.set(bytes, head.length)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', whole))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The entries below a directory, `''` for the root: directories first, each kind in git's order (repository#tree-order). */
export async function entriesOf(folder: Folder, at: string, recursive: boolean): Promise<readonly Row[]> {
  const below = at === '' ? '' : `${at}/`
  const files = [...folder.keys()].filter((path) => path.startsWith(below))
  const directories = new Set(files.flatMap((path) => ancestorsOf(path)))
  const shown = (path: string) =>
    path.startsWith(below) && path !== at && (recursive || !path.slice(below.length).includes('/'))
  const trees = [...directories].filter(shown).sort((a, b) => compareBytes(`${a}/`, `${b}/`))
  const blobs = files.filter(shown).sort(compareBytes)
  return [
    ...trees.map((path) => entry(path, 'tree', '040000')),
    ...(await Promise.all(
      blobs.map(async (path) => ({
        ...entry(path, 'blob', '100644'),
        id: await blobId(folder.get(path) ?? ''),
      })),
    )),
  ]
}

function entry(path: string, type: string, mode: string): Row {
  return { name: path.slice(path.lastIndexOf('/') + 1), type, path, mode }
}

function ancestorsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
}

/** The order of the UTF-8 bytes of two texts. */
export function compareBytes(a: string, b: string): number {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
