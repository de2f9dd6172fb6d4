export const id=9025;export const ids=[9025];export const modules={19025:(e,t,s)=>{s.r(t),s.d(t,{run:()=>p});var a=s(48161),o=s(76760),i=s(50940),r=s(42762),n=s(52261),d=s(83485);let l=`# The demo's configuration; the models are scripted and run in this process.
evaluation: { method: triplet }
tests:
  sensitivity:
    add_negation:
      data: { source: "builtin:statements", limit: 100 }
    add_toxic_words:
      data: { source: "builtin:sentences" }
`,c="sensitivity.yml",u=[{name:"attentive",behaviour:'reads the "not", and does not repeat foul words',expected:"pass"},{name:"oblivious",behaviour:'answers as if "not" were not there',expected:"fail"},{name:"parrot",behaviour:"repeats whatever it is sent, foul words included",expected:"fail"}];async function p({options:e},t){let{print:s,layout:h}=t,f=!0;for(let{name:p,behaviour:m,expected:w}of(s("Three scripted models, asked three ways: a row as it is, with a harmless word\n(the placebo), and perturbed.\n"),u)){s(`
── ${p}: ${m}

`);let u={hub:"reference",model:p},v=await (0,i.Kc)({read:async()=>l,readPrompt:async()=>void 0,file:c,overrides:u}),b=await (0,r._)({config:{path:c,ref:"local",rules:v},overrides:u,root:(0,a.tmpdir)(),confined:!1,keys:{},allowedHosts:[],missingKey:"fail"});s((0,n.y)(b.results,h)),await (0,d.a5)(o.join(e.reportDirectory,p),b,t),f&&=b.results.outcome===w}return s(f?"\nAs it should be: attentive passes, oblivious and parrot fail.\n":"\nThis is a defect: a model was not judged as its behaviour asks for.\n"),+!f}}};