import { check } from '../../kit/check.ts'
import { textIn } from '../../kit/expect.ts'
import { actAtOnce, type Lanes, lanesOf, type Rows, twoAtOnce } from '../../oracle/histories/at-once.ts'

const FILE = '/projects/:id/packages/generic/:package_name/:package_version/:file_name'
const PACKAGES = '/projects/:id/packages'

/** Packages by version, which begin as texts do not: with a number. */
const packages: Rows = {
  operation: `PUT ${FILE}`,
  title: 'version',
  unique: 'version',
  again: true,
  fresh: {},
  idOf: (_row, fields) => versionOf(fields.version),
  missing: [404],
  read: async ({ call, project: { id } }) => {
    const reply = await call(`GET ${PACKAGES}`, { id, package_name: 'at-once', per_page: 100 })
    return reply.rows().map((row) => [textIn(row, 'version'), {}])
  },
  send: ({ send, project: { id } }, made, as) => {
    const version = made.does === 'create' ? versionOf(made.fields.version) : made.of
    const path = `/projects/${id}/packages/generic/at-once/${version}/file-${version}.txt`
    return send('PUT', path, { as, body: 'content', contentType: 'application/octet-stream' })
  },
}

function versionOf(title: unknown): string {
  const [word = '', mark = '0'] = String(title).split('-')
  return `${mark}.${word.length}.0`
}

export const atOnce = check<Lanes>({
  id: 'packages/concurrent-uploads',
  says: 'Files of one version that several callers upload at once make one package',
  source: 'conventions#concurrent-calls',
  level: 'should',
  covers: [`PUT ${FILE}`],
  needs: { writes: true },
  hardy: true,
  races: true,
  share: 0.3,
  over: () => lanesOf([], { deletes: false }),
  examples: [twoAtOnce({ does: 'create', word: 'Alpha' }, { does: 'create', word: 'Alpha' })],
  holds: (stage, lanes) => actAtOnce(stage, lanes, packages),
})
