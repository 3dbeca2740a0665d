import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerOf, type Outcome, run } from '../testing/run.ts'
import { callsOf, servedClient } from '../testing/served.ts'

// Debian's Maven knows the plugins that Debian has, and no others: nothing is downloaded.
const plugins = '/usr/share/maven-repo'
const deploying = join(plugins, 'org/apache/maven/plugins/maven-deploy-plugin')
const [plugin] = existsSync(deploying) ? readdirSync(deploying).sort() : []
const [, told] = /Apache Maven ([\d.]+)/.exec(answerOf('mvn', '--version') ?? '') ?? []
const version = plugin === undefined ? undefined : told
const found = version ?? 'skipped: Debian has it as maven and libmaven-deploy-plugin-java'

describe.skipIf(version === undefined)(`maven (${found})`, () => {
  const here = servedClient('maven')
  const dave = { get: (path: string) => callsOf(here.sim, 'dave').get(path) }

  function write(path: string, text: string): string {
    const file = join(here.place, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    return file
  }

  function mvn(token: string, ...words: readonly string[]): Promise<Outcome> {
    const header = `<property><name>Private-Token</name><value>${token}</value></property>`
    const settings = write(
      `${token}.xml`,
      `<settings><localRepository>${join(here.place, `local-${token}`)}</localRepository>
      <mirrors><mirror><id>debian</id><mirrorOf>central</mirrorOf><url>file://${plugins}</url></mirror></mirrors>
      <servers><server><id>registry</id><configuration><httpHeaders>${header}</httpHeaders></configuration></server></servers>
      </settings>`,
    )
    // What runs for a second is not worth the better compiler.
    const env = { HOME: here.place, MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' }
    return run('mvn', ['-B', '-q', '-s', settings, ...words], { cwd: here.place, env })
  }

  const parent = `<project><modelVersion>4.0.0</modelVersion>
    <groupId>com.acme</groupId><artifactId>base</artifactId><version>1.0</version><packaging>pom</packaging></project>`
  const registry = () => `${here.server.url}/api/v4/projects/1/packages/maven`
  const deploy = (token: string) => {
    const file = write('base.pom', parent)
    const goal = `org.apache.maven.plugins:maven-deploy-plugin:${plugin}:deploy-file`
    return mvn(
      token,
      goal,
      `-Dfile=${file}`,
      `-DpomFile=${file}`,
      '-DrepositoryId=registry',
      `-Durl=${registry()}`,
    )
  }

  test('deploys a package with its checksums and the list of its versions', async () => {
    const { status, out, err } = await deploy('carol-token')
    expect([status, out + err]).toEqual([0, expect.not.stringContaining('ERROR')])
    const query = 'package_type=maven&package_name=acme/base&include_versionless=true'
    const listed = dave.get(`/projects/1/packages?${query}`).json as readonly {
      id: number
      version: string
    }[]
    expect(listed).toMatchObject([
      { name: 'com/acme/base', version: '1.0', package_type: 'maven' },
      { name: 'com/acme/base', version: null },
    ])
    const files = listed.flatMap(({ id }) => dave.get(`/projects/1/packages/${id}/package_files`).json)
    expect(files.map(({ file_name }: { file_name: string }) => file_name)).toEqual([
      'base-1.0.pom',
      'maven-metadata.xml',
    ])
  })

  test('builds with a parent from the registry, whose checksum it compares', async () => {
    write(
      'shop/pom.xml',
      `<project><modelVersion>4.0.0</modelVersion>
      <parent><groupId>com.acme</groupId><artifactId>base</artifactId><version>1.0</version><relativePath/></parent>
      <artifactId>shop</artifactId><packaging>pom</packaging>
      <repositories><repository><id>registry</id><url>${registry()}</url></repository></repositories></project>`,
    )
    const { status, out, err } = await mvn('dave-token', '-C', '-f', 'shop/pom.xml', 'validate')
    expect([status, out + err]).toEqual([0, expect.not.stringContaining('WARN')])
    expect(readFileSync(join(here.place, 'local-dave-token/com/acme/base/1.0/base-1.0.pom'), 'utf8')).toBe(
      parent,
    )
  })

  test('is refused by a project in which one may not publish', async () => {
    const { status, out } = await deploy('dave-token')
    expect([status, out]).toEqual([1, expect.stringContaining('403')])
  })
})
