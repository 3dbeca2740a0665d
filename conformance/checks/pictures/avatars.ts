import { face, sendPicture } from '../../arrange/pictures.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, says } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const source = 'dossier 2, section 13; documentation of the service, Projects, Groups and Avatar API'
const kinds = ['projects', 'groups'] as const
type Kind = (typeof kinds)[number]

function idOf({ project, group }: Stage, kind: Kind): number {
  return kind === 'projects' ? project.id : group.id
}

export const avatarLife = check<Kind>({
  id: 'pictures/avatar-life',
  says: 'A picture is shown by its name and downloaded as it was sent, until an empty text takes it away',
  source,
  level: 'should',
  covers: kinds.flatMap((kind) => [`PUT /${kind}/:id`, `GET /${kind}/:id/avatar`]),
  needs: { in: 'group', writes: true },
  each: () => kinds,
  holds: async (stage, kind) => {
    const id = idOf(stage, kind)
    const [change, download] = [`PUT /${kind}/:id`, `GET /${kind}/:id/avatar`]
    says(await stage.call(download, { id }), 404, '404 Avatar Not Found')
    const sent = await sendPicture(stage, change, { id })
    answers(sent, 200)
    const shown = String(sent.row().avatar_url)
    holds(shown.endsWith(`/${id}/face.png`), 'its address ends with its name', shown, sent)
    const file = await stage.call(download, { id })
    answers(file, 200)
    equals(
      'the length of what is downloaded',
      Number(file.headers['content-length'] ?? face.length),
      face.length,
      file,
    )
    const taken = await stage.call(change, { id, avatar: '' })
    answers(taken, 200)
    equals('the address', taken.row().avatar_url ?? null, null, taken)
    says(await stage.call(download, { id }), 404, '404 Avatar Not Found')
  },
})

export const avatarRefused = check<Kind>({
  id: 'pictures/avatar-refused',
  says: 'What is no picture, or a large one, is refused, and the one before is still shown',
  source,
  level: 'should',
  covers: kinds.map((kind) => `PUT /${kind}/:id`),
  needs: { in: 'group', writes: true },
  each: () => kinds,
  holds: async (stage, kind) => {
    const id = idOf(stage, kind)
    const change = `PUT /${kind}/:id`
    const first = await sendPicture(stage, change, { id })
    says(await sendPicture(stage, change, { id }, { filename: 'face.exe' }), 400, {
      avatar: [
        'file format is not supported. Please try one of the following supported formats: png, jpg, jpeg, gif, bmp, tiff, ico, webp',
      ],
    })
    const large = new Uint8Array(200 * 1024 + 1)
    large.set(face)
    says(await sendPicture(stage, change, { id }, { bytes: large }), 400, {
      avatar: ['is too big (should be at most 200 KiB)'],
    })
    const still = await stage.call(`GET /${kind}/:id`, { id })
    equals('the address', still.row().avatar_url ?? null, first.row().avatar_url ?? null, still)
  },
})

export const avatarOfAddress = check({
  id: 'pictures/avatar-of-address',
  says: 'An address that nobody is known to have is shown by the avatar service, in twice the size wished for',
  source,
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
