/** Foul words in disguise, by the trick that hides them. Each is put into a sentence of `CARRIERS`, in turn. */
export const OBFUSCATED: Record<string, readonly string[]> = {
  'a digit or sign for the letter that it looks like': [
    'sh1t', '$h1t', '$hit', '5hit', 'sh!t', '$h!t', 'b1tch', 'b!tch', 'b1tch35', 'B!TCHES', 'a$$', '@ss', '@$$', 'a$$h0le', '@sshole', '@$$h0l3', 'assh0le', 'c0ck', 'c0cks',
    'd1ck', 'd!ck', 'd|ck', 'p0rn', 'p0rn0', 'pu$$y', 'pus5y', 'wh0re', 'slu7', '5lut', '$lut', 'b4stard', 'b@stard', 'ba$tard', 'n1pple', 'b00bs', 'b00b', 'p3nis', 'pen1s', 'pen!s',
    'vag1na', 'v@gina', 's3x', '$ex', 's3xy', 's3xual', 't1ts', 't!ts', '7its', 'bu77', 'dild0', 'd1ldo', 'wh0r3', 'f@ggot', 'an@l', '4nal', 'm1lf', 'h00ker', 'r@pe', 'r4pist', 'sk33t',
    'motherfuck3r', 'bull$hit', 'bullsh1t', 'bull5h!t', 'cl1t', 'cumsh0t', 'hand j0b', 'bl0wjob', 'bl0w j0b', 'g@ngbang', 'or9asm', '0rgy', 'p4nties', 'tw@t', '7wat', 'w4nk', 'w@nk',
  ],
  'another sign or vowel for the letter that gives it away': [
    'f4ck', 'f@ck', 'f0ck', 'f*ck', 'F*CK', 'f#ck', 'f%ck', 'f-ck', 'f_ck', 'f.ck', 'f**k', 'F**K', 'f*cking', 'f**king', 'f***ing', 'f@cking', 'f•ck', 'f█ck', 'f✱ck', 'f××k',
    'sh*t', 'sh#t', 'sh_t', 'sh-t', 's**t', 'S**T', 'sh*tty', 'b*tch', 'b**ch', 'b***h', 'b*tches', 'c*nt', 'c**t', 'C*NT', 'c#nt', 'd*ck', 'd**k', 'd_ck', 'p*ssy', 'p***y', 'p#ssy',
    'a**hole', 'a*shole', 'assh*le', 'bullsh*t', 'bulls**t', 'wh*re', 'w*nk', 'tw*t', 'sl*t', 'c*ck', 'c**k', 'motherf*cker', 'motherf**ker', 'm*therfucker', 'b*stard', 'p*nis', 'v*gina', 'p*rn', 'r*pe',
  ],
  'letters apart': [
    'f u c k', 'F U C K', 'f.u.c.k', 'F.U.C.K.', 'f-u-c-k', 'f_u_c_k', 'f*u*c*k', 'f  u  c  k', 'f/u/c/k', 'f~u~c~k', 's h i t', 's.h.i.t', 'S-H-I-T', 's_h_i_t', 'S.H.I.T.', 'b i t c h', 'b.i.t.c.h', 'b-i-t-c-h',
    'c u n t', 'c.u.n.t', 'd i c k', 'd.i.c.k', 'D-I-C-K', 'p o r n', 'p.o.r.n', 'w h o r e', 'w.h.o.r.e', 's l u t', 's-l-u-t', 'p u s s y', 'p.u.s.s.y', 'a s s h o l e', 'a.s.s.h.o.l.e', 'a-s-s', 'a.s.s', 's.e.x', 's-e-x',
    'f u c k i n g', 'f.u.c.k.i.n.g', 'b a s t a r d', 'n i p p l e s', 'f.uck', 'fu.ck', 'fuc.k', 'fu-ck', 'sh-it', 'sh.it', 's.hit', 'bit-ch', 'b.itch', 'd.ick', 'cu-nt', 'pu.ssy', 'as-shole', 'fu_ck', 'sh_it', 'fu*ck', 'sh*it', "fu'ck", 'c.ock',
  ],
  'letters again and again': [
    'fuuuck', 'fuuuuuuuck', 'FUUUUUCK', 'fuckkk', 'fffuck', 'fuccck', 'ffffuuuucccckkkk', 'fuuck', 'fuuuucking', 'fuckinggg', 'shiiit', 'shiit', 'SHIIIIIT', 'shittt', 'sssshit', 'sshhiiitt', 'shiiiitty', 'biiitch', 'biiiiiitch',
    'bitchhh', 'bittttch', 'BIIITCH', 'asssss', 'aaass', 'assssshole', 'assholeee', 'cuuunt', 'cunttt', 'dickkk', 'diiick', 'diiiiick', 'dickkkk', 'pussyyy', 'pusssssy', 'puuussy', 'whoooore', 'whoreee', 'sluuut', 'sluttt', 'pooorn',
    'cockkk', 'coooock', 'sexxx', 'seeex', 'sexyyy', 'boooobs', 'boobsss', 'titsss', 'tiiits', 'bullshiiiit', 'bastarddd', 'wankkk', 'motherfuckerrrr',
  ],
  'another alphabet': [
    'fu\u0441k', 'f\u03c5ck', 'fuс\u043a', '\u0455hit', 'sh\u0456t', '\u0455h\u0456t', 'b\u0456tch', 'bit\u0441h', '\u0430ss', '\u0430\u0455\u0455', 'assh\u043ele', '\u0430ssh\u043el\u0435', '\u0441unt', '\u0441\u043eck', 'd\u0456ck', 'dic\u043a',
    '\u0440\u043ern', '\u0440ussy', 'puss\u0443', 'wh\u043er\u0435', 's\u0435x', '\u0455\u0435\u0445', 's\u0435xual', '\u0440enis', 'v\u0430gina', 'b\u043e\u043ebs', 'B\u0406TCH', 'SH\u0406T', 'F\u0426CK', '\u0410SS', '\u0421OCK', '\u0421UNT', 'WH\u041eRE', '\u03b1ss', '\u03c3rgy', 'c\u03bfck', 'p\u03bfrn', 'ѕlut', 'ՏHIT', 'ꜰuck', 'fᴜck', 'ſһit',
  ],
  'full width, styles, circles': [
    'ｆｕｃｋ', 'ＦＵＣＫ', 'ｓｈｉｔ', 'ｂｉｔｃｈ', 'ｐｕｓｓｙ', 'ａｓｓ', '𝐟𝐮𝐜𝐤', '𝑠ℎ𝑖𝑡', '𝓫𝓲𝓽𝓬𝓱', '𝕗𝕦𝕔𝕜', '𝖘𝖍𝖎𝖙', '𝚍𝚒𝚌𝚔', '𝗰𝘂𝗻𝘁', 'ⓕⓤⓒⓚ', 'ⓢⓗⓘⓣ', '🅵🆄🅲🅺', '🅂🄷🄸🅃', 'ᶠᵘᶜᵏ', 'fｕck', 'ｓh1ｔ', 'ѕｅх', 'ｐｏｒｎ',
  ],
  'signs that do not show': [
    'f\u200buck', 'f\u200bu\u200bc\u200bk', 'fu\u200cck', 'fu\u200dck', 'fuc\u2060k', 'f\u00aduck', 'fu\ufeffck', 'sh\u200bit', 's\u200dhit', 'shi\u00adt', 'bi\u200btch', 'b\u200ci\u200ctch', 'di\u200bck', 'a\u200bss', 'cu\u200bnt', 'po\u00adrn', 'pus\u200bsy', 'se\u200bx', 'who\u2063re', 'sl\u180eut',
  ],
  'marks on letters': [
    'fück', 'fúck', 'fûck', 'fùcking', 'fųck', 'f\u0336u\u0336c\u0336k\u0336', 'fu\u0301ck', 'shít', 'shît', 'shìt', 'shïtty', 'śhit', 's\u0335h\u0335i\u0335t\u0335', 'bítch', 'bîtches', 'bïtch', 'àss', 'ässhole', 'ásshölé', 'cünt', 'cúnt', 'dïck', 'díck', 'púśśy', 'pörn', 'whörë', 'sëx', 'séxy', 'pénis', 'vàgina', 'cöck', 'čock', 'bóobs', 'ţits', 'ṕorn', 'f̲u̲c̲k̲',
  ],
  'more than one trick': [
    'fuuu*k', '$h1111t', 'sh!!!t', 'f.ü.c.k', 'F.U.€.K', 'ｆ*ｃｋ', 'f\u200b*ck', 'ƒuck', 'ƒ*ck', 'fu¢k', '¢unt', '¢0ck', 'b!i!t!c!h', '$.h.1.t', '5 h 1 t', 'f u © k', 'a$$$$', '@sss', 'd1¢k', 'pu$$$y', 'w h 0 r e', 's_3_x', 'bîîîtch', 'b!!tch', '(unt', '(ock', 'shi+', '+its', 'bi+ch', 'fu(k', 'f*uck',
  ],
};

const CARRIERS = [
  'X', 'What the X is this?', 'Oh X!', 'That was a X of a day.', 'You are such a X, you know.', 'He said "X" and left.', 'No X, I will not go.', 'This X does not work', 'X, what now?', 'She called him a X (twice).',
  'Please stop with this X.', 'I do not give a X about the meeting on Monday.', 'And then: X…', '**X** is what I think', 'The whole X thing cost 500 dollars.', 'Nobody likes a X; nobody.', 'see https://example.com/a X b', 'Such X every day', 'Well... X?!', 'He wrote X in his mail of 12/03/2024.',
];

export interface Obfuscated {
  trick: string;
  spelling: string;
  sentence: string;
}

export const OBFUSCATED_SENTENCES: readonly Obfuscated[] = Object.entries(OBFUSCATED)
  .flatMap(([trick, spellings]) => spellings.map((spelling) => ({ trick, spelling })))
  .map(({ trick, spelling }, i) => ({ trick, spelling, sentence: CARRIERS[i % CARRIERS.length]!.replace('X', () => spelling) }));
