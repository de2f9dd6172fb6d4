import { describe, expect, it } from '@jest/globals';
import { adjectiveForms, likenesses, plurals, verbForms } from '../../../src/language/words/inflect.js';

describe('English word formation', () => {
  it.each([
    ['cat', 'cats'],
    ['boss', 'bosses'],
    ['fox', 'foxes'],
    ['witch', 'witches'],
    ['fly', 'flies'],
    ['toy', 'toys'],
    ['hero', 'heros heroes'],
    ['house', 'houses'],
  ])('plurals: %s, %s', (noun, forms) => expect(plurals(noun)).toEqual(forms.split(' ')));

  it.each([
    ['stop', 'stops stopped stopping stoppin stopper stoppers'],
    ['walk', 'walks walked walking walkin walker walkers'],
    ['bake', 'bakes baked baking bakin baker bakers'],
    ['box', 'boxes boxed boxing boxin boxer boxers'],
    ['miss', 'misses missed missing missin misser missers'],
    ['bugger', 'buggers buggered buggering buggerin buggerer buggerers'],
  ])('verbs: %s, %s', (verb, forms) => expect(verbForms(verb)).toEqual(forms.split(' ')));

  it.each([
    ['silly', 'sillier silliest sillily silliness'],
    ['fat', 'fatter fattest fatly fatness'],
    ['stupid', 'stupider stupidest stupidly stupidness'],
  ])('adjectives: %s, %s', (adjective, forms) => expect(adjectiveForms(adjective)).toEqual(forms.split(' ')));

  it('likenesses', () => expect(likenesses('slut')).toEqual(['slutty', 'sluttier', 'sluttiest', 'sluttily', 'sluttiness', 'sluttish']));
});
