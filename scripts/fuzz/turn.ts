/** Works something out, and tells the most processor time that one turn of the event loop took meanwhile, in milliseconds. */
export async function longestTurn<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly milliseconds: number }> {
  let longest = 0
  let start = process.cpuUsage()
  const turn = () => {
    const { user, system } = process.cpuUsage(start)
    longest = Math.max(longest, (user + system) / 1000)
    start = process.cpuUsage()
  }
  let next = setImmediate(function watch() {
    turn()
    next = setImmediate(watch)
  })
  try {
    const result = await work()
    turn()
    return { result, milliseconds: longest }
  } finally {
    clearImmediate(next)
  }
}
