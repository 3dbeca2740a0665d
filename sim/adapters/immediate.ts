/** That of the platform, where there is one: tests put timers of their own in its place, which stand still. */
export const setImmediate: typeof globalThis.setImmediate | undefined = globalThis.setImmediate
