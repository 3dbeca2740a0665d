/** One setting: its flag, its environment variable and its key in a configuration file are spelt from its name. */
export interface Option<T, Repeats extends boolean = boolean> {
  /** What stands for the value in the help; undefined for a flag without one. */
  readonly value?: string
  readonly about: string
  /** As the help shows it; by command where they differ. */
  readonly byDefault?:
    | string
    | {
        readonly serve: string
        readonly exec?: string
        readonly conform?: string
        readonly twin?: string
        readonly judge?: string
        readonly journal?: string
        readonly ready?: string
      }
  /** Turns the text into a value. Throws a RangeError whose text follows the name of the setting. */
  readonly read: (text: string) => T
  /** True when it may be given several times. */
  readonly repeatable?: Repeats
  /** What the flag stands for when it is written without a value. */
  readonly withoutValue?: string
  /** The file that the command writes by a value, if any: one that cannot be written is told before anything begins. */
  writes?(
    value: T,
    told: { readonly updateBaseline?: boolean; readonly upstream?: string },
  ): string | undefined
  /** The flag is written `--no-NAME`: it switches off what is on. */
  readonly negated?: true
}

/** Declares a setting. */
export function option<T, Repeats extends boolean = false>(declared: Option<T, Repeats>): Option<T, Repeats> {
  return declared
}
