/** A function of an object alone that is asked again and again: each answer is found once. */
export function remembered<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known.value
    const value = find(key)
    found.set(key, { value })
    return value
  }
}
