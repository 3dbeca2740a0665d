import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finished } from '../../../lib/steps.ts'
import { CiConfigError, type Files, type Occasion, planPipeline } from '../ci-config.ts'
import { mayNameMergeRequests } from './rules.ts'

const files = (texts: { readonly [path: string]: string }): Files => ({
  local: (path) => texts[path],
  paths: () => Object.keys(texts),
  foreign: (project, _ref, path) => texts[`${project}:${path}`],
})

/** The names of the jobs of a pipeline that a push to a branch starts, unless said otherwise. */
function names(
  yaml: string,
  { given = {}, variables = {}, local = {}, ...about }: Given = {},
): readonly string[] {
  return planned(yaml, { given, variables, local, ...about }).jobs.map(({ name }) => name)
}

interface Given extends Partial<Omit<Occasion, 'variables'>> {
  readonly given?: { readonly [key: string]: string }
  readonly variables?: { readonly [key: string]: string }
  readonly local?: { readonly [path: string]: string }
}

function planned(yaml: string, { given = {}, variables = {}, local = {}, ...about }: Given = {}) {
  const occasion: Occasion = {
    refType: 'branch',
    ref: () => 'main',
    source: 'push',
    changed: () => undefined,
    paths: () => Object.keys(local),
    ...about,
    variables: new Map(Object.entries({ CI_COMMIT_BRANCH: 'main', ...variables })),
  }
  const context = { files: files(local), occasion, given: new Map(Object.entries(given)) }
  return finished(planPipeline(yaml, context))
}

describe('rules', () => {
  test.each([
    ['$CI_COMMIT_BRANCH == "main"', true],
    ["$CI_COMMIT_BRANCH != 'main'", false],
    ['$CI_COMMIT_BRANCH =~ /^ma/ && $GIVEN', true],
    ['$CI_COMMIT_BRANCH !~ /^MA/i', false],
    ['$CI_COMMIT_TAG', false],
    ['$CI_COMMIT_TAG == null', true],
    ['$CI_COMMIT_TAG || ($EMPTY || $GIVEN == "yes")', true],
    ['$EMPTY', false],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own way to write a variable
    ['"main" == ${CI_COMMIT_BRANCH}', true],
    ['$CI_COMMIT_BRANCH =~ $PATTERN', true],
  ])('%s holds: %s', (condition, holds) => {
    const given = { GIVEN: 'yes', EMPTY: '', PATTERN: '/in$/' }
    const yaml = `job: { script: x, rules: [{ if: ${quoted(condition)} }] }`
    expect(names(yaml, { given })).toEqual(holds ? ['job'] : [])
  })

  test.each(['$A ==', '== "a"', '$A =~ /(/', '$A & $B', '($A'])('%s is no condition', (condition) => {
    expect(() => names(`job: { script: x, rules: [{ if: ${quoted(condition)} }] }`)).toThrow(
      new CiConfigError('Invalid expression syntax'),
    )
  })

  test('decide in their order, and say when a job runs and with which variables', () => {
    const yaml = `
      job:
        script: x
        variables: { A: own, B: own }
        rules:
          - if: $NEVER
            when: never
          - if: $MANUAL
            when: manual
            allow_failure: true
            variables: { A: ruled }
          - when: on_failure
    `
    expect(names(yaml, { given: { NEVER: '1', MANUAL: '1' } })).toEqual([])
    expect(planned(yaml, { given: { MANUAL: '1' } }).jobs[0]).toMatchObject({
      when: 'manual',
      allowFailure: true,
      variables: new Map([
        ['A', 'ruled'],
        ['B', 'own'],
      ]),
    })
    expect(planned(yaml).jobs[0]).toMatchObject({ when: 'on_failure', allowFailure: false })
  })

  test('look at what was changed and at what is there', () => {
    const changes = 'job: { script: x, rules: [{ changes: ["src/**/*.{ts,js}"] }] }'
    expect(names(changes, { changed: () => ['src/a/b.ts'] })).toEqual(['job'])
    expect(names(changes, { changed: () => ['README.md'] })).toEqual([])
    expect(names(changes)).toEqual(['job'])
    const exists = 'job: { script: x, rules: [{ exists: [Dockerfile] }] }'
    expect(names(exists, { local: { Dockerfile: '' } })).toEqual(['job'])
    expect(names(exists)).toEqual([])
  })

  test('of the workflow decide on pipelines, and name them', () => {
    const yaml = `
      workflow:
        name: 'For $CI_COMMIT_BRANCH, $KIND'
        rules:
          - if: $QUIET
            when: never
          - if: $CI_PIPELINE_SOURCE == "merge_request_event"
            variables: { KIND: request }
          - when: always
            variables: { KIND: branch }
      job: { script: x }
    `
    expect(planned(yaml)).toMatchObject({ wanted: true, name: 'For main, branch', jobs: [{ name: 'job' }] })
    expect(planned(yaml, { given: { QUIET: '1' } })).toMatchObject({ wanted: false, jobs: [] })
    const request = { refType: 'merge_request', source: 'merge_request_event' } as const
    const variables = { CI_PIPELINE_SOURCE: 'merge_request_event' }
    expect(planned(yaml, { ...request, variables })).toMatchObject({
      name: 'For main, request',
      wanted: true,
    })
  })
})

describe('only and except', () => {
  const on = (ref: string, about: Given = {}) => ({ ref: () => ref, ...about })
  test.each<[string, Given, boolean]>([
    ['', on('main'), true],
    ['', on('v1', { refType: 'tag' }), true],
    ['', on('x', { refType: 'merge_request', source: 'merge_request_event' }), false],
    ['only: [main]', on('main'), true],
    ['only: [main]', on('topic'), false],
    ['only: [/^top/]', on('topic'), true],
    ['only: [tags]', on('topic'), false],
    ['only: [merge_requests]', on('x', { refType: 'merge_request', source: 'merge_request_event' }), true],
    ['only: [schedules]', on('main', { source: 'schedule' }), true],
    ['except: [main]', on('main'), false],
    ['except: [triggers]', on('main', { source: 'trigger' }), false],
    ['only: { variables: [$A] }', on('main', { given: { A: '1' } }), true],
    ['only: { variables: [$A] }', on('main'), false],
    ['only: { changes: [a/*] }', on('main', { changed: () => ['b/c'] }), false],
    ['except: { changes: ["*.md"] }', on('main', { changed: () => ['README.md'] }), false],
  ])('%s, for %o: %s', (limits, about, isThere) => {
    expect(names(`job: { script: x${limits && `, ${limits}`} }`, about)).toEqual(isThere ? ['job'] : [])
  })
})

describe('what is put together', () => {
  test('files of the same commit, of other projects and of the installation are included', () => {
    const yaml = `
      include:
        - local: /ci/a.yml
        - ci/more/*.yml
        - project: other/project
          file: [x.yml]
      a: { script: over }
    `
    const local = {
      'ci/a.yml': 'include: ci/b.yml\na: { script: under, tags: [t] }',
      'ci/b.yml': 'b: { script: b }',
      'ci/more/c.yml': 'c: { script: c }',
      'other/project:x.yml': 'include: y.yml',
      'other/project:y.yml': 'y: { script: y }',
    }
    const { jobs } = planned(yaml, { local })
    expect(jobs.map(({ name }) => name)).toEqual(['b', 'a', 'c', 'y'])
    expect(jobs[1]).toMatchObject({ script: ['over'], tags: ['t'] })
    expect(() => names('include: gone.yml')).toThrow('Local file `gone.yml` does not exist!')
    expect(() => names('include: a.yml', { local: { 'a.yml': 'include: a.yml' } })).toThrow(
      'Maximum of 150 nested includes are allowed!',
    )
  })

  test('mappings are joined by `extends`, and parts taken by `!reference`', () => {
    const yaml = `
      .base: { variables: { A: 1, B: 1 }, script: [one, two] }
      .more: { after_script: [tidy] }
      job:
        extends: [.base, .more]
        variables: { B: 2 }
        script: [!reference [.base, script], three]
    `
    expect(planned(yaml).jobs[0]).toMatchObject({
      script: ['one', 'two', 'three'],
      afterScript: ['tidy'],
      variables: new Map([
        ['A', '1'],
        ['B', '2'],
      ]),
    })
  })

  test('one job becomes several', () => {
    expect(names('job: { script: x, parallel: 3 }')).toEqual(['job 1/3', 'job 2/3', 'job 3/3'])
    const yaml = `
      job: { script: x, parallel: { matrix: [{ OS: [linux, mac], CPU: arm }, { OS: win }] } }
      after: { script: x, needs: [job] }
    `
    const { jobs } = planned(yaml)
    expect(jobs.map(({ name }) => name)).toEqual([
      'job: [linux, arm]',
      'job: [mac, arm]',
      'job: [win]',
      'after',
    ])
    expect(jobs[3]?.needs).toEqual(['job: [linux, arm]', 'job: [mac, arm]', 'job: [win]'])
    expect(() => names('job: { script: x, parallel: 201 }')).toThrow(
      'jobs:job:parallel should be between 1 and 200',
    )
  })

  test('a job that is needed has to be there, unless it is optional', () => {
    const yaml = (optional: string) => `
      a: { script: x, only: [tags] }
      b: { script: x, needs: [{ job: a${optional} }] }
    `
    expect(() => names(yaml(''))).toThrow("'b' job needs 'a' job, but 'a' does not exist in the pipeline.")
    expect(planned(yaml(', optional: true')).jobs).toMatchObject([{ name: 'b', needs: [] }])
  })

  test('environments, artifacts and waiting are read', () => {
    const yaml = `
      job:
        script: x
        when: delayed
        start_in: 1 hour 30 minutes
        environment: { name: review/$CI_COMMIT_BRANCH, url: 'https://$NAME.example.com', on_stop: stop }
        artifacts: { paths: [dist/], expire_in: 1 week, reports: { junit: [a.xml] } }
        resource_group: $CI_COMMIT_BRANCH
    `
    expect(planned(yaml, { given: { NAME: 'n' } }).jobs[0]).toMatchObject({
      startIn: 5_400_000,
      environment: { name: 'review/main', url: 'https://n.example.com', onStop: 'stop', action: 'start' },
      artifacts: { paths: ['dist/'], expireIn: '1 week', reports: new Map([['junit', ['a.xml']]]) },
      resourceGroup: 'main',
    })
  })
})

function quoted(condition: string): string {
  return `'${condition.replaceAll("'", "''")}'`
}

describe('a configuration', () => {
  const rules = fc.constant([{ when: 'always' }])
  const refs = fc.constantFrom<unknown>(
    'merge_requests',
    ['main', 'merge_requests'],
    { changes: ['*'] },
    'tags',
  )
  const selection = { rules, only: refs, except: refs }
  const job = fc.record({ ...selection, extends: fc.constant('.base') }, { requiredKeys: [] })
  const config = fc.record(
    {
      job: job.map((more) => ({ script: 'x', ...more })),
      '.base': fc.record(selection, { requiredKeys: [] }),
      workflow: fc.record({ rules }),
      include: fc.constant('more.yml'),
    },
    { requiredKeys: ['job', '.base'] },
  )

  test('with jobs for merge requests may name these', () => {
    fc.assert(
      fc.property(config, fc.boolean(), (all, isSpelled) => {
        const json = JSON.stringify(all)
        const yaml = isSpelled ? json.replaceAll('"only"', '"\\u006fnly"') : json
        if (hasJobs(yaml)) expect(mayNameMergeRequests(yaml)).toBe(true)
      }),
    )
  })

  function hasJobs(yaml: string): boolean {
    const local = { 'more.yml': 'included: { script: x, only: [merge_requests] }' }
    try {
      return names(yaml, { local, refType: 'merge_request', source: 'merge_request_event' }).length > 0
    } catch (problem) {
      if (problem instanceof CiConfigError) return false
      throw problem
    }
  }

  test.each([
    ['test: { script: x }', false],
    ['test: { script: x, except: [main] }', false],
    ['test: { script: x, only: [tags] }', true],
  ])('%s may name merge requests: %s', (yaml, may) => {
    expect(mayNameMergeRequests(yaml)).toBe(may)
  })
})
