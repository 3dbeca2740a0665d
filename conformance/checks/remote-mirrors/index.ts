export * from './later.ts'
export * from './pull-mirrors.ts'
export * from './push-mirrors.ts'
