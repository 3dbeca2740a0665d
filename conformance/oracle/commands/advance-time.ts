import { command, type ModelCommand } from './command.ts'

/** Lets time pass on the target. */
export function advanceTime<Model extends object>(seconds: number): ModelCommand<Model> {
  return command(`let ${seconds} s pass`, (_model, stage) => stage.wait(seconds))
}
