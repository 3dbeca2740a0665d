import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { CiConfigError, planPipeline } from './ci-config.ts'

const jobsFromConfig = (yaml: string) => finished(planPipeline(yaml, {})).jobs

describe('jobs of a configuration', () => {
  test('have a stage, a script and what they say of themselves', () => {
    const [job] = jobsFromConfig(`
      image: node:16
      variables: { A: common, B: 1 }
      before_script: [npm ci]
      stages: [test, deploy]
      ship:
        stage: deploy
        script: [./ship, [./again]]
        after_script: echo over
        tags: [deploy, production]
        variables: { A: own }
        services: [{ name: 'postgres:15', alias: db }]
        allow_failure: { exit_codes: [3, 4] }
        needs: [{ job: test }]
      test: { script: x }
    `)
    expect(job).toMatchObject({
      name: 'ship',
      stage: 'deploy',
      stageIndex: 2,
      tags: ['deploy', 'production'],
      when: 'on_success',
      allowFailure: false,
      allowedExitCodes: [3, 4],
      needs: ['test'],
      script: ['npm ci', './ship', './again'],
      afterScript: ['echo over'],
      image: { name: 'node:16' },
      services: [{ name: 'postgres:15', alias: 'db' }],
      variables: new Map([
        ['A', 'own'],
        ['B', '1'],
      ]),
    })
  })

  test('are in stage `test` unless told, and allowed to fail where they wait for a person', () => {
    expect(jobsFromConfig('a: { script: x, when: manual }')).toMatchObject([
      { stage: 'test', stageIndex: 2, when: 'manual', allowFailure: true },
    ])
  })

  test('take over what they extend, and defaults', () => {
    expect(
      jobsFromConfig(`
        default: { tags: [docker] }
        .base: &base { stage: build, script: [make] }
        .more: { extends: .base, image: gcc }
        one: { extends: .more }
        two: { <<: *base, tags: [] }
      `),
    ).toMatchObject([
      { name: 'one', stage: 'build', script: ['make'], image: { name: 'gcc' }, tags: ['docker'] },
      { name: 'two', stage: 'build', script: ['make'], tags: [] },
    ])
  })

  test('are not what begins with a dot', () => {
    expect(jobsFromConfig('.hidden: { script: x }\nother: { trigger: group/project }')).toMatchObject([
      { name: 'other', trigger: { project: 'group/project' } },
    ])
  })

  test.each([
    ['just text', 'Invalid configuration format'],
    ['a: [', 'Invalid configuration format'],
    ['.a: { script: x }', 'jobs config should contain at least one visible job'],
    ['a: {}', 'jobs:a config should implement the script:, run:, or trigger: keyword'],
    ['a: { scripts: x }', 'jobs:a config contains unknown keys: scripts'],
    ['a: b', 'root config contains unknown keys: a'],
    ['a: { script: x, needs: [b] }', 'a job: undefined need: b'],
    ['a: { script: x, extends: .b }', 'a: unknown keys in `extends` (.b)'],
    ['a: { script: x, rules: [], only: [main] }', 'jobs:a config key may not be used with `rules`: only'],
    ['a: { script: x, release: yes }', 'jobs:a:release config should be a hash'],
    ['a: { script: x, release: { tag_name: v1 } }', "jobs:a:release description can't be blank"],
    ['a: { script: x, release: { tag: v1 } }', 'jobs:a:release config contains unknown keys: tag'],
    ['a: { script: x, retry: 3 }', 'retry config must be less than or equal to 2'],
    ['a: { script: x, retry: -1 }', 'retry config must be greater than or equal to 0'],
    ['a: { script: x, retry: true }', 'retry config has to be either an integer or a hash'],
    ['a: { script: x, retry: 1.5 }', 'retry config has to be either an integer or a hash'],
    ['a: { script: x, retry: { max: 1.5 } }', 'retry max must be an integer'],
    ['a: { script: x, retry: { max: 3 } }', 'retry max must be less than or equal to 2'],
    ['a: { script: x, retry: { max: many } }', 'retry max is not a number'],
    ['a: { script: x, retry: { most: 1 } }', 'retry config contains unknown keys: most'],
    ['a: { script: x, retry: { when: never } }', 'retry when is not included in the list'],
    ['a: { script: x, retry: { when: [never] } }', 'retry when contains unknown values: never'],
    ['a: { script: x, retry: { when: 1 } }', 'retry when should be an array of strings or a string'],
    [
      'a: { stage: nowhere, script: x }',
      'a job: chosen stage does not exist; available stages are .pre, build, test, deploy, .post',
    ],
  ])('%j is refused', (yaml, text) => {
    expect(() => jobsFromConfig(yaml)).toThrow(new CiConfigError(text))
  })

  test('end where they would go on for ever', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'].map(([x, y]) => [x, y]))
      bomb.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`)
    expect(() => jobsFromConfig(`${bomb.join('\n')}\njob: { script: *f }`)).toThrow(CiConfigError)
    const chain = Array.from({ length: 30 }, (_, i) => `.t${i}: { extends: .t${i + 1} }`).join('\n')
    expect(() => jobsFromConfig(`${chain}\njob: { extends: .t0, script: x }`)).toThrow(CiConfigError)
    expect(
      jobsFromConfig('.a: { extends: [.b], script: x }\n.b: { extends: [.a] }\nc: { extends: .a }'),
    ).toMatchObject([{ name: 'c', script: ['x'] }])
  })

  test('never fail otherwise, whatever is written', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 1, true, 'x', '.a', 'test'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom('script', 'stage', 'extends', 'variables', 'needs', 'image', '.a', 'b', 'stages'),
          tie('any'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    })).any
    fc.assert(
      fc.property(value, (config) => {
        try {
          jobsFromConfig(JSON.stringify(config))
        } catch (problem) {
          expect(problem).toBeInstanceOf(CiConfigError)
        }
      }),
      { numRuns: 300 },
    )
  })
})

test('a text that was read before has the same jobs, whatever it was put together with', () => {
  const inner = 'default: { tags: [a] }\nvariables: { A: "1" }\n.base: { script: x, variables: { B: "2" } }'
  const outer = (name: string) =>
    `include: /inner.yml\nvariables: { ${name}: "3" }\n.base: { variables: { ${name}: "4" } }\n${name}: { extends: .base }`
  const files = { local: () => inner, paths: () => [], foreign: () => undefined }
  const jobsOf = (name: string) => finished(planPipeline(outer(name), { files })).jobs
  const first = jobsOf('one')
  expect(jobsOf('two')).toMatchObject([{ name: 'two', tags: ['a'] }])
  expect(jobsOf('one')).toEqual(first)
})
