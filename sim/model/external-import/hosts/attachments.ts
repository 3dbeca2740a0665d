import { utf8 } from '../../../lib/bytes.ts'
import { sha1Hex } from '../../../lib/hash.ts'
import type { RemoteReply } from '../../../lib/outbound.ts'
import { safeName } from '../../uploads/uploads.ts'
import type { AskedOneByOne } from './asked-one-by-one.ts'
import type { HostContent } from './host-archive.ts'
import type { Row } from './rest.ts'

/** Where texts may link to, and where what they link to will be. */
export interface Linked {
  /** The address of the host, without a slash at its end. */
  readonly host: string
  /** `source/source-repo` */
  readonly fullName: string
  readonly token: string
  /** The address of the project here. */
  readonly projectUrl: string
}

/** A file that a text linked to. */
export interface Attachment {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Where the hosted service keeps pictures. */
const MEDIA = 'https://user-images.githubusercontent.com/'
const pictures = /\.(?:gif|jpe?g|mov|mp4|png|svg|webm)$/
const documents = /\.(?:csv|docx|fod[gpst]|gz|log|md|od[fgpst]|pdf|pptx|tgz|txt|xlsx?|zip)$/

const LINK = /(!?)\[[^\]\n]{0,1000}\]\(\s{0,9}([^\s()]{1,2000})/g
const IMAGE = /<img\s[^>]{0,2000}?\bsrc="([^"\s]{1,2000})"/g

/** The addresses in a text that are those of attachments, or of files of the repository. */
function linksIn(text: string, { host }: Linked): readonly string[] {
  const isPicture = (url: string) =>
    url.startsWith(`${host}/`) || (url.startsWith(MEDIA) && pictures.test(url))
  const isDocument = (url: string) => url.startsWith(`${host}/`) && documents.test(url)
  const links = [...text.matchAll(LINK)].flatMap(([, mark, url = '']) =>
    (mark === '!' ? isPicture(url) : isDocument(url)) ? [url] : [],
  )
  const images = [...text.matchAll(IMAGE)].flatMap(([, url = '']) => (isPicture(url) ? [url] : []))
  return [...new Set([...links, ...images])]
}

/** What is imported, with links to its own files in place of those to the host's (external-import#attachments). */
export function withAttachments(content: HostContent, linked: Linked, asked: AskedOneByOne) {
  const files = new Map<string, Attachment | undefined>()
  const counts: { [kind: string]: number } = {}
  const fileAt = (url: string) => {
    if (!files.has(url)) files.set(url, fetched(url, linked, asked))
    const file = files.get(url)
    return file === undefined ? url : `/${file.path}`
  }
  const here = (url: string): string => {
    const { host, fullName, projectUrl } = linked
    const inRepository = `${host}/${fullName}`
    if (url.startsWith(`${inRepository}/blob/`)) return `${projectUrl}/-${url.slice(inRepository.length)}`
    const isFile = [MEDIA, `${inRepository}/assets/`, `${inRepository}/files/`, `${host}/user-attachments/`]
    return isFile.some((start) => url.startsWith(start)) ? fileAt(url) : url
  }
  const rewritten =
    (kind: string, key: 'description' | 'note') =>
    (row: Row): Row => {
      const text = row[key]
      if (typeof text !== 'string') return row
      const changed = linksIn(text, linked).reduce(
        (words, url) => words.replaceAll(url, () => here(url)),
        text,
      )
      if (changed === text) return row
      counts[kind] = (counts[kind] ?? 0) + 1
      return { ...row, [key]: changed }
    }
  const noted =
    (kind: string) =>
    (row: Row): Row => ({
      ...rewritten(kind, 'description')(row),
      ...(Array.isArray(row.notes) && {
        notes: (row.notes as readonly Row[]).map(rewritten('note_attachment', 'note')),
      }),
    })
  const changed: HostContent = {
    ...content,
    issues: content.issues.map(noted('issue_attachment')),
    merge_requests: content.merge_requests.map(noted('merge_request_attachment')),
    releases: content.releases.map(rewritten('release_attachment', 'description')),
  }
  return { content: changed, files: [...files.values()].filter((file) => file !== undefined), counts }
}

const MOST_BYTES = 100 * 1024 * 1024

function fetched(url: string, linked: Linked, asked: AskedOneByOne): Attachment | undefined {
  const ask = () =>
    asked.callOut({ method: 'GET', url, headers: headersFor(url, linked), atMost: MOST_BYTES })
  const first = asked.ask('attachments', 'N attachments', ask, undefined)
  if (first === undefined) return undefined
  const reply = followed(first, url, asked)
  if (!reply.reached || reply.status !== 200) {
    const why = reply.reached ? `Error code: ${reply.status}` : reply.message
    asked.refuse('attachments', `Error downloading file from ${url}. ${why}`)
    return undefined
  }
  // Nobody guesses it who does not know the token, and the same import gives the same name.
  const secret = sha1Hex(utf8(`${linked.token} ${url}`)).slice(0, 32)
  const name = safeName(new URL(url).pathname)
  return { path: `uploads/${secret}/${name}`, bytes: reply.body }
}

// The credential is for the host alone, not for the store of files that it may lead to.
function headersFor(url: string, { host, token }: Linked): { readonly [name: string]: string } {
  return url.startsWith(`${host}/`) ? { Authorization: `Bearer ${token}` } : {}
}

function followed(reply: RemoteReply, url: string, { callOut }: AskedOneByOne): RemoteReply {
  if (!reply.reached || reply.status < 301 || reply.status > 308) return reply
  const to = reply.headers.location
  if (to === undefined || !URL.canParse(to, url)) return reply
  return callOut({ method: 'GET', url: new URL(to, url).href, headers: {}, atMost: MOST_BYTES })
}
