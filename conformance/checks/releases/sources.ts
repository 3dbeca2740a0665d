import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds } from '../../kit/expect.ts'
import { isRow, isRows } from '../../kit/json.ts'
import { unpackTar } from '../../oracle/tar.ts'

const path = '/projects/:id/releases'

export const sources = check({
  id: 'releases/sources',
  says: 'The addresses of the sources of a release answer archives of its tag, named as they say',
  source: 'releases#sources, releases#sources-served',
  level: 'should',
  covers: [`POST ${path}`],
  needs: { writes: true },
  holds: async (stage) => {
    const { call, send, project } = stage
    const { id, branch } = project
    await commit(stage, { branch, path: 'released.txt' })
    const reply = await call(`POST ${path}`, { id, tag_name: 'v1.0', ref: branch })
    answers(reply, 201)
    const { assets } = reply.row()
    const listed = isRow(assets) && isRows(assets.sources) ? assets.sources : []
    equals(
      'the formats',
      listed.map(({ format }) => String(format)).sort(),
      ['tar', 'tar.bz2', 'tar.gz', 'zip'],
      reply,
    )
    for (const { url, format } of listed) {
      const address = String(url).replace(/^[a-z]+:\/\/[^/]+/, '')
      const name = `${project.path.replace(/^.*\//, '')}-v1.0`
      holds(
        address.endsWith(`/-/archive/v1.0/${name}.${format}`),
        'the address names the file',
        address,
        reply,
      )
      const below = address.slice(address.indexOf(`/${project.path}/`))
      const packed = await send('GET', below, { outside: true })
      answers(packed, 200)
      const named = `attachment; filename="${name}.${format}"`
      if (stage.tells('content-disposition'))
        equals('its name', packed.headers['content-disposition'], named, packed)
      if (format !== 'tar') continue
      const { top, files } = unpackTar(packed.text) ?? {}
      equals('what it holds', [top ?? null, files?.has('released.txt') ?? null], [name, true], packed)
    }
  },
})
