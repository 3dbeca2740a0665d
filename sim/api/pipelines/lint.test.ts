import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('configurations are judged before they are used', () => {
  const carol = here.as('carol')
  const judge = (content: string) => carol.post('/projects/1/ci/lint', { content }).json
  expect(judge('test:\n  script: [make]\n')).toMatchObject({ valid: true, errors: [] })
  expect(judge('just a text')).toMatchObject({ valid: false, errors: ['Invalid configuration format'] })
  expect(judge('stages: [test]\n')).toMatchObject({
    errors: ['jobs config should contain at least one visible job'],
  })
  const listed = carol.post('/projects/1/ci/lint', {
    content: 'test:\n  script: [make]\n',
    include_jobs: true,
  }).json
  expect(listed.jobs).toMatchObject([{ name: 'test', stage: 'test', script: ['make'] }])
  expect(carol.post('/ci/lint', { content: 'a: 1' }).json.status).toBe('invalid')
  expect(carol.get('/projects/1/ci/lint').json.valid).toBe(true)
})

test('jobs are listed with what decides whether they run, unless a push is simulated', () => {
  const content = `
plain: { script: make }
ruled: { script: make, rules: [{ when: always }] }
bound: { script: make, only: [main, /^v/], except: { variables: [$SKIP], refs: [tags] } }
changed: { script: make, only: { changes: [a/*], kubernetes: active }, needs: [plain, { job: bound, optional: true }] }
`
  const jobs = (more: object) =>
    here.as('bob').post('/projects/1/ci/lint', { content, include_jobs: true, ...more }).json.jobs
  const branchesAndTags = { refs: ['branches', 'tags'] }
  expect(jobs({})).toMatchObject([
    { name: 'plain', only: branchesAndTags, except: null, needs: null },
    { name: 'ruled', only: null, except: null },
    { name: 'bound', only: { refs: ['main', '/^v/'] }, except: { variables: ['$SKIP'], refs: ['tags'] } },
    {
      name: 'changed',
      only: { ...branchesAndTags, changes: ['a/*'], kubernetes: 'active' },
      needs: [
        { name: 'plain', artifacts: true, optional: false },
        { name: 'bound', artifacts: true, optional: true },
      ],
    },
  ])
  for (const job of jobs({ dry_run: true }))
    expect(Object.keys(job).filter((key) => ['only', 'except', 'needs'].includes(key))).toEqual([])
})

test('a push of a configuration is simulated for a branch or a tag', () => {
  const [bob, carol] = [here.as('bob'), here.as('carol')]
  const content = `
before_script: [prepare]
all: { script: [make], environment: review }
main: { script: [make], rules: [{ if: $CI_COMMIT_BRANCH == "main" }] }
never: { script: [make], rules: [{ when: never }] }
`
  const judge = (more: object) =>
    bob.post('/projects/1/ci/lint', { content, include_jobs: true, dry_run: true, ...more }).json
  const names = (jobs: readonly { readonly name: string }[]) => jobs.map(({ name }) => name)
  const main = judge({})
  expect(names(main.jobs)).toEqual(['all', 'main'])
  expect(main.jobs[0]).toMatchObject({ before_script: ['prepare'], script: ['make'], environment: 'review' })
  bob.post('/projects/1/repository/branches', { branch: 'other', ref: 'main' })
  expect(names(judge({ ref: 'other' }).jobs)).toEqual(['all'])
  expect(names(judge({ dry_run: false }).jobs)).toEqual(['all', 'main', 'never'])
  expect(judge({ ref: 'gone' })).toMatchObject({ valid: false, errors: ['Reference not found'] })
  expect(judge({ content: 'a: { script: x, rules: [{ when: never }] }' }).errors).toEqual([
    'Pipeline will not run for the selected trigger. The rules configuration prevented any jobs from being added to the pipeline.',
  ])
  expect(bob.get('/projects/1/ci/lint?dry_run=true').json.valid).toBe(true)
  expect(carol.get('/projects/1/ci/lint?dry_run=true').json.errors).toEqual([
    expect.stringContaining("sufficient permission to run a pipeline on 'main'"),
  ])
})

test('a configuration is judged with the files of the project that it includes', () => {
  const carol = here.as('carol')
  const file = { branch: 'main', commit_message: 'Add a template', content: '.base: { script: [make] }' }
  const content = 'include: { local: /base.yml }\ntest: { extends: .base }'
  const judge = () => carol.post('/projects/1/ci/lint', { content, include_jobs: true }).json
  expect(judge()).toMatchObject({ valid: false })
  here.as('alice').post('/projects/1/repository/files/base.yml', file)
  expect(judge()).toMatchObject({ valid: true, jobs: [{ name: 'test', script: ['make'] }] })
  here.as('alice').put('/projects/1/repository/files/.gitlab-ci.yml', { ...file, content })
  expect(carol.get('/projects/1/ci/lint').json).toMatchObject({ valid: true })
})

describe('a configuration is too big', () => {
  const tooBig = ['The parsed YAML is too big']
  const judge = (content: string) => here.as('root').post('/ci/lint', { content }).json.errors
  const long = Array.from({ length: 600 }, (_, i) => `V${i}: x`).join(', ')
  const jobs = (count: number, more = '') =>
    Array.from({ length: count }, (_, i) => `j${i}: { script: x${more} }\n`).join('')

  test.each([
    ['more jobs than fit into the memory that it may take', jobs(4000)],
    ['a long list', `a: [${'1,'.repeat(140_000)}]`],
    ['a list that is named very often', `a: &a [${'x,'.repeat(1000)}]\nb: [${'*a,'.repeat(100)}]`],
    ['deeper than may be', `a: ${'['.repeat(101)}${']'.repeat(101)}`],
    ['jobs that are made of one', jobs(1000, ', parallel: 200')],
    ['variables that all jobs take over', `variables: { ${long} }\n${jobs(1000)}`],
    ['variables that all jobs extend', `.b: { variables: { ${long} } }\n${jobs(1000, ', extends: .b')}`],
    ['more text than it may have', `# ${'x'.repeat(1024 * 1024)}\n${jobs(1)}`],
  ])('with %s', (_, content) => expect(judge(content)).toEqual(tooBig))

  test('where the installation says so', () => {
    expect(judge(jobs(50))).toEqual([])
    here.as('root').put('/application/settings', { max_yaml_size_bytes: 5000 })
    here.sim.clock.advance('2m')
    expect(judge(jobs(50))).toEqual(tooBig)
    expect(judge(jobs(5))).toEqual([])
  })

  test('however much the installation allows', () => {
    const settings = { max_yaml_size_bytes: 1_000_000_000, max_yaml_depth: 1_000_000 }
    here.as('root').put('/application/settings', settings)
    here.sim.clock.advance('2m')
    expect(judge(`a: { script: x }\n${'? b\n'.repeat(140_000)}`)).toEqual(tooBig)
    expect(judge(`a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual(tooBig)
  })

  test('together with what it includes', () => {
    const carol = here.as('carol')
    const actions = Object.entries({
      'one.yml': jobs(2000),
      'two.yml': jobs(2000).replaceAll('j', 'k'),
      '.gitlab-ci.yml': 'include: [one.yml, two.yml]',
    }).map(([file_path, content]) => ({
      action: file_path === '.gitlab-ci.yml' ? 'update' : 'create',
      file_path,
      content,
    }))
    const commit = { branch: 'big', start_branch: 'main', commit_message: 'Include [skip ci]', actions }
    expect(carol.post('/projects/1/repository/commits', commit).status).toBe(201)
    expect(carol.post('/projects/1/pipeline?ref=big').json).toEqual({ message: { base: tooBig } })
  })
})
