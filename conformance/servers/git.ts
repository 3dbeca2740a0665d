import { bytesOfText, joined } from '../oracle/archive.ts'
import type { Answering } from './side.ts'

// As much of git as a host needs that has one small repository: objects, a pack of them, and one fetch.

interface Stored {
  readonly type: 1 | 2 | 3
  readonly id: string
  readonly content: Uint8Array
}

const names = { 1: 'commit', 2: 'tree', 3: 'blob' } as const

export interface RemoteRepository {
  /** Ids of commits by branch. */
  readonly branches: { readonly [name: string]: string }
  readonly answering: Answering
}

/** A repository with `main` and, a commit further, `topic`. */
export async function remoteRepository(): Promise<RemoteRepository> {
  const readme = await stored(3, bytesOfText('# From afar\n'))
  const news = await stored(3, bytesOfText('News\n'))
  const first = await tree([['README.md', readme]])
  const second = await tree([
    ['NEWS.md', news],
    ['README.md', readme],
  ])
  const main = await commit(first, [], 'Begin')
  const topic = await commit(second, [main.id], 'Tell the news')
  const pack = await packOf([readme, news, first, second, main, topic])
  const branches = { main: main.id, topic: topic.id }
  return { branches, answering: serving(branches, pack) }
}

async function stored(type: Stored['type'], content: Uint8Array): Promise<Stored> {
  const whole = joined([bytesOfText(`${names[type]} ${content.length}\0`), content])
  return { type, content, id: hexOf(await sha1(whole)) }
}

function tree(entries: readonly (readonly [name: string, blob: Stored])[]): Promise<Stored> {
  const parts = entries.flatMap(([name, { id }]) => [bytesOfText(`100644 ${name}\0`), bytesOfHex(id)])
  return stored(2, joined(parts))
}

function commit(of: Stored, parents: readonly string[], message: string): Promise<Stored> {
  const who = 'Afar <afar@example.org> 1683000000 +0000'
  const lines = [`tree ${of.id}`, ...parents.map((id) => `parent ${id}`), `author ${who}`, `committer ${who}`]
  return stored(1, bytesOfText(`${lines.join('\n')}\n\n${message}\n`))
}

async function packOf(objects: readonly Stored[]): Promise<Uint8Array> {
  const parts = [bytesOfText('PACK'), uint32(2), uint32(objects.length)]
  for (const { type, content } of objects) parts.push(sizeOf(type, content.length), await deflated(content))
  const body = joined(parts)
  return joined([body, await sha1(body)])
}

// Four bits of the size beside the type, then seven a byte.
function sizeOf(type: number, size: number): Uint8Array {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = size >> 4; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128
    bytes.push(rest & 127)
  }
  return Uint8Array.from(bytes)
}

function serving(branches: RemoteRepository['branches'], pack: Uint8Array): Answering {
  const told = Object.entries(branches).map(([name, id]) => line(`${id} refs/heads/${name}\n`))
  const head = line(`${branches.main} HEAD\0symref=HEAD:refs/heads/main\n`)
  const flush = bytesOfText('0000')
  const refs = joined([line('# service=git-upload-pack\n'), flush, head, ...told, flush])
  return ({ method }) => {
    const kind = method === 'GET' ? 'advertisement' : 'result'
    const headers = { 'content-type': `application/x-git-upload-pack-${kind}` }
    return { status: 200, headers, body: method === 'GET' ? refs : joined([line('NAK\n'), pack]) }
  }
}

function line(text: string): Uint8Array {
  const bytes = bytesOfText(text)
  return joined([bytesOfText((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

async function sha1(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-1', bytes as BufferSource))
}

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('deflate') as never)
  return new Uint8Array(await new Response(piped).arrayBuffer())
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
