import { avatarBytes, uploadAvatar } from '../../arrange/avatars-and-uploads.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, says } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const kinds = ['projects', 'groups'] as const

type Kind = (typeof kinds)[number]

function idOf({ project, group }: Stage, kind: Kind): number {
  return kind === 'projects' ? project.id : group.id
}

export const uploadAndRemove = check<Kind>({
  id: 'avatars/upload-and-remove',
  says: 'The avatar of a project or group is downloaded as it was uploaded, and an empty `avatar` removes it',
  source: 'avatars#upload, avatars#download, avatars#remove',
  level: 'should',
  covers: kinds.flatMap((kind) => [`PUT /${kind}/:id`, `GET /${kind}/:id/avatar`]),
  needs: { in: 'group', writes: true },
  each: () => kinds,
  holds: async (stage, kind) => {
    const id = idOf(stage, kind)
    const [change, download] = [`PUT /${kind}/:id`, `GET /${kind}/:id/avatar`]
    says(await stage.call(download, { id }), 404, '404 Avatar Not Found')
    const sent = await uploadAvatar(stage, change, { id })
    answers(sent, 200)
    const shown = String(sent.row().avatar_url)
    holds(shown.endsWith(`/${id}/face.png`), 'its address ends with its name', shown, sent)
    const file = await stage.call(download, { id })
    answers(file, 200)
    equals(
      'the length of what is downloaded',
      Number(file.headers['content-length'] ?? avatarBytes.length),
      avatarBytes.length,
      file,
    )
    const taken = await stage.call(change, { id, avatar: '' })
    answers(taken, 200)
    equals('the address', taken.row().avatar_url ?? null, null, taken)
    says(await stage.call(download, { id }), 404, '404 Avatar Not Found')
  },
})

export const invalidFile = check<Kind>({
  id: 'avatars/invalid-file',
  says: 'An avatar of an unsupported format or of more than 200 KiB is refused with 400, and the avatar before it stays',
  source: 'avatars#file-format, avatars#file-size, avatars#refused-keeps-avatar',
  level: 'should',
  covers: kinds.map((kind) => `PUT /${kind}/:id`),
  needs: { in: 'group', writes: true },
  each: () => kinds,
  holds: async (stage, kind) => {
    const id = idOf(stage, kind)
    const change = `PUT /${kind}/:id`
    const first = await uploadAvatar(stage, change, { id })
    says(await uploadAvatar(stage, change, { id }, { filename: 'face.exe' }), 400, {
      avatar: [
        'file format is not supported. Please try one of the following supported formats: png, jpg, jpeg, gif, bmp, tiff, ico, webp',
      ],
    })
    const large = new Uint8Array(200 * 1024 + 1)
    large.set(avatarBytes)
    says(await uploadAvatar(stage, change, { id }, { bytes: large }), 400, {
      avatar: ['is too big (should be at most 200 KiB)'],
    })
    const still = await stage.call(`GET /${kind}/:id`, { id })
    equals('the address', still.row().avatar_url ?? null, first.row().avatar_url ?? null, still)
  },
})

export const sizeOfUnknownEmail = check({
  id: 'avatars/size-of-unknown-email',
  says: 'The avatar of an email address that no user has is an address of the avatar service in twice the requested size',
  source: 'avatars#avatar-of-address, avatars#avatar-size',
  level: 'should',
  covers: ['GET /avatar'],
  needs: { project: 'none' },
  readOnly: true,
  each: () => [undefined, 16, 100],
  holds: async ({ call }, size: number | undefined) => {
    const email = 'nobody-at-all@example.com'
    const shown = await call('GET /avatar', { email, ...(size !== undefined && { size }) })
    answers(shown, 200)
    const address = shown.row().avatar_url ?? null
    // An installation may ask no such service.
    if (address === null) return
    holds(String(address).includes(`s=${(size ?? 40) * 2}&`), 'the size is in the address', address, shown)
  },
})
