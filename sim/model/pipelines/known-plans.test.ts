import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import type { YamlBounds } from './ci-config/yaml.ts'
import { CiConfigError, type PipelinePlan, planPipeline } from './ci-config.ts'
import { type PlanContext, planOnce } from './known-plans.ts'

const bounds: YamlBounds = { bytes: 1_000_000, depth: 100 }
const condition = fc.constantFrom('$A == "1"', '$B', '$A && $CI_COMMIT_BRANCH == "main"', '$B =~ /^1/')
const word = fc.constantFrom('main', 'branches', 'tags', 'web', '/^ma/', 'other')
const job = fc.oneof(
  fc.constant('{ script: make }'),
  fc.constant('{ script: make, resource_group: "of $A", variables: { C: $B } }'),
  fc.constant('{ script: make, environment: { name: review/$CI_COMMIT_BRANCH } }'),
  condition.map((text) => `{ script: make, rules: [{ if: '${text}', variables: { A: 2 } }] }`),
  word.map((text) => `{ script: make, only: ['${text}'] }`),
  word.map((text) => `{ script: make, except: ['${text}'] }`),
  fc.constant('{ script: make, rules: [{ changes: [a] }] }'),
  fc.constant('{ script: make, rules: [{ exists: [b] }] }'),
)
const yaml = fc
  .tuple(fc.constantFrom('', 'variables: { B: 1 }\n', 'include: more.yml\n'), job, job)
  .map(([head, one, other]) => `${head}one: ${one}\nother: ${other}\n`)
const values = fc.dictionary(fc.constantFrom('A', 'B'), fc.constantFrom('', '1', '2'))
const context = fc
  .record({
    refType: fc.constantFrom('branch', 'tag', 'merge_request'),
    ref: fc.constantFrom('main', 'feature'),
    source: fc.constantFrom('push', 'web'),
    variables: values,
    given: values,
    path: fc.constantFrom('a', 'b'),
  } as const)
  .map(
    ({ refType, ref, source, variables, given, path }): PlanContext => ({
      bounds,
      given: new Map(Object.entries(given)),
      occasion: {
        refType,
        ref: () => ref,
        source,
        variables: new Map(Object.entries({ CI_COMMIT_BRANCH: ref, ...variables })),
        changed: () => [path],
        paths: () => [path],
      },
      files: { local: () => `${path}: { script: make }`, paths: () => [path], foreign: () => undefined },
    }),
  )

function outcome(plan: () => PipelinePlan): unknown {
  try {
    return plan()
  } catch (problem) {
    if (problem instanceof CiConfigError) return problem.message
    throw problem
  }
}

test('a plan that is remembered is the one that would be made', () => {
  fc.assert(
    fc.property(yaml, fc.array(context, { minLength: 1, maxLength: 10 }), (text, contexts) => {
      for (const asked of contexts)
        expect(outcome(() => finished(planOnce(`blob of ${text}`, () => text, asked)))).toEqual(
          outcome(() => finished(planPipeline(text, asked))),
        )
    }),
  )
})

test('a file that asks for nothing is read once, whichever branch it is for', () => {
  const [first] = fc.sample(context, { numRuns: 1, seed: 1 }) as [PlanContext]
  const of = (ref: string) => ({ ...first, occasion: { ...first.occasion, ref: () => ref } })
  let reads = 0
  const read = () => {
    reads++
    return 'test: { script: make }'
  }
  for (const ref of ['one', 'two', 'three']) finished(planOnce('blob of three branches', read, of(ref)))
  expect(reads).toBe(1)
})
