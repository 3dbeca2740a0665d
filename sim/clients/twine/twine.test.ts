import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { answerOf, type Outcome, run } from '../testing/run.ts'
import { callsOf, servedClient } from '../testing/served.ts'

const python = process.env.FORGERY_PYTHON ?? '/usr/bin/python3'
const tell = 'import twine, pip; print(twine.__version__, "and pip", pip.__version__)'
const version = answerOf(python, '-c', tell) ?? 'skipped: Debian has them as twine and python3-pip'

describe.skipIf(version.startsWith('skipped'))(`twine (${version})`, () => {
  const here = servedClient('twine')
  const dave = { get: (path: string) => callsOf(here.sim, 'dave').get(path) }

  const project = 'projects/acme%2Fwebapp/packages/pypi'
  const address = (registry: string, token: string) =>
    `${here.server.url.replace('http://', `http://any:${token}@`)}/api/v4/${registry}/simple`

  /** A wheel with one module, as build tools make it. */
  function wheel(name: string, wheelVersion: string, code: string, needs = ''): string {
    const info = `${name}-${wheelVersion}.dist-info`
    const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${wheelVersion}\nRequires-Python: >=3.6\n${needs}`
    const files = {
      [`${name}/__init__.py`]: code,
      [`${info}/METADATA`]: metadata,
      [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      [`${info}/RECORD`]: `${name}/__init__.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
    }
    const file = join(here.place, `${name}-${wheelVersion}-py3-none-any.whl`)
    writeFileSync(
      file,
      zipSync(Object.fromEntries(Object.entries(files).map(([at, it]) => [at, strToU8(it)]))),
    )
    return file
  }

  function twine(token: string, ...words: readonly string[]): Promise<Outcome> {
    const env = {
      HOME: here.place,
      TWINE_USERNAME: 'any',
      TWINE_PASSWORD: token,
      TWINE_REPOSITORY_URL: `${here.server.url}/api/v4/${project}`,
    }
    const said = ['--non-interactive', '--disable-progress-bar', ...words]
    return run(python, ['-m', 'twine', 'upload', ...said], { cwd: here.place, env })
  }

  function pip(
    registry: string,
    token: string,
    target: string,
    ...wanted: readonly string[]
  ): Promise<Outcome> {
    const quiet = ['--isolated', '--no-cache-dir', '--disable-pip-version-check', '--no-input', '--retries=0']
    const words = [
      'install',
      ...quiet,
      '--target',
      join(here.place, target),
      '--index-url',
      address(registry, token),
    ]
    mkdirSync(join(here.place, target), { recursive: true })
    return run(python, ['-m', 'pip', ...words, ...wanted], { cwd: here.place, env: { HOME: here.place } })
  }

  test('uploads packages, which are listed like those of other types', async () => {
    const wheels = [
      wheel('till_roll', '1.0', 'LENGTH = 80\n'),
      wheel('till', '2.1', 'from till_roll import LENGTH\n', 'Requires-Dist: till-roll\n'),
    ]
    const { status, out, err } = await twine('carol-token', ...wheels)
    expect([status, out + err]).toEqual([0, expect.stringContaining('Uploading')])
    const [listed] = dave.get('/projects/1/packages?package_name=till&package_type=pypi&sort=desc').json
    expect(listed).toMatchObject({ name: 'till', version: '2.1', package_type: 'pypi', status: 'default' })
    const [file] = dave.get(`/projects/1/packages/${listed.id}/package_files`).json
    expect(file).toMatchObject({
      file_name: 'till-2.1-py3-none-any.whl',
      size: readFileSync(wheels[1] ?? '').length,
      file_md5: expect.stringMatching(/^[0-9a-f]{32}$/),
      file_sha1: null,
      file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('is refused a file that is there, and skips it where that is wished', async () => {
    const file = wheel('till', '2.1', 'from till_roll import LENGTH\n', 'Requires-Dist: till-roll\n')
    const refused = await twine('carol-token', '--verbose', file)
    expect([refused.status, refused.out + refused.err]).toEqual([
      1,
      expect.stringMatching(/already\s+been taken/),
    ])
    const skipped = await twine('carol-token', '--skip-existing', file)
    expect([skipped.status, skipped.out + skipped.err]).toEqual([0, expect.stringContaining('Skipping')])
  })

  test.each([project, 'groups/acme/-/packages/pypi'])(
    'pip installs it with what it needs from %s',
    async (from) => {
      const target = from.slice(0, 5)
      const { status, err } = await pip(from, 'dave-token', target, 'Till')
      expect([status, err]).toEqual([0, expect.not.stringContaining('ERROR')])
      const code = `import sys; sys.path.insert(0, ${JSON.stringify(join(here.place, target))}); import till; print(till.LENGTH)`
      expect((await run(python, ['-c', code])).out).toBe('80\n')
      const [listed] = dave.get('/projects/1/packages?package_name=till&package_type=pypi').json
      expect(listed.last_downloaded_at).not.toBeNull()
    },
  )

  test('refuses strangers and wrong tokens', async () => {
    expect((await twine('dave-token', wheel('till', '3.0', ''))).out).toContain('403')
    expect((await twine('wrong-token', wheel('till', '3.0', ''))).out).toContain('401')
    const { status } = await pip(project, 'mallory-token', 'nothing', 'till')
    expect([status, existsSync(join(here.place, 'nothing', 'till'))]).toEqual([1, false])
  })
})
