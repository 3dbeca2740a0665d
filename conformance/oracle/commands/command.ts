import fc, { type AsyncCommand } from 'fast-check'
import type { Stage } from '../../run/stage.ts'
import type { ProjectModel } from '../model.ts'

/** A step of a session: whether it makes sense now, and what it does to model and project. */
export type ModelCommand<Model extends object = ProjectModel> = AsyncCommand<Model, Stage>

/** Declares a command; `told` is how a counterexample shows it. */
export function command<Model extends object = ProjectModel>(
  told: string,
  run: (model: Model, stage: Stage) => Promise<void>,
  possible: (model: Model) => boolean = () => true,
): ModelCommand<Model> {
  return { check: possible, run, toString: () => told }
}

/** Commands in a row, as an example of a check that draws sessions. */
export function inTurn<Model extends object>(
  ...commands: readonly ModelCommand<Model>[]
): Iterable<ModelCommand<Model>> {
  return {
    [Symbol.iterator]: () => commands[Symbol.iterator](),
    [fc.toStringMethod]: () => commands.join(','),
  } as Iterable<ModelCommand<Model>>
}
