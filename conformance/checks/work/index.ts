export * from './choices.ts'
export * from './events.ts'
export * from './links.ts'
export * from './todos.ts'
