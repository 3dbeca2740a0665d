import { sniffMedia } from '../../lib/media.ts'
import type { AvatarOwner } from '../../model/avatars/avatar.ts'
import { avatarFile } from '../../model/avatars/avatars.ts'
import type { World } from '../../model/world.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'

const AVATAR =
  /\/uploads\/-\/system\/(user|group|project|projects\/topic)\/avatar\/(\d{1,15})\/([^/?#]+)(?:[?#]|$)/
const UPLOAD = /\/uploads\/([0-9a-f]{32})\/([^/?#]+)(?:[?#]|$)/

/** The reply for an avatar or an uploaded file, as browsers fetch it; undefined for any other URL. */
export function uploadedReply(
  world: World,
  { method, url }: Pick<PlainRequest, 'method' | 'url'>,
): PlainReply | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const bytes = avatarAt(world, url) ?? uploadAt(world, url)
  if (bytes === undefined) return undefined
  const headers = {
    'Content-Type': sniffMedia(bytes).type,
    'Content-Length': String(bytes.length),
    'Cache-Control': 'max-age=300, private, must-revalidate',
    'X-Content-Type-Options': 'nosniff',
  }
  return { status: 200, headers, body: method === 'HEAD' ? null : bytes }
}

function avatarAt(world: World, url: string): Uint8Array | undefined {
  const [, folder, id, name] = AVATAR.exec(url) ?? []
  if (folder === undefined) return undefined
  const kind: AvatarOwner = folder === 'projects/topic' ? 'topic' : (folder as 'user' | 'group' | 'project')
  const file = avatarFile(world, kind, Number(id))
  return file?.name === plain(name) ? file?.bytes : undefined
}

// Anyone who knows the secret part of the URL gets the file.
function uploadAt(world: World, url: string): Uint8Array | undefined {
  const [, secret, name] = UPLOAD.exec(url) ?? []
  return secret === undefined ? undefined : world.uploads.find('bySecret', secret, plain(name))?.bytes
}

function plain(name = ''): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
