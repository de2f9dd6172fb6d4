import{$t as e,Gn as t,Jt as n,St as r,Tr as i,en as a,qt as o,sn as s,tn as c,xr as l,xt as u}from"./secrets.js";const d=[a,c,n,r,u,e,o];function f(e,{answer:n,prompt:r,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:n===r?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:t().countBadWords(String(n))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[a=``]=e.slice(r).split(`

The material ends`,1),o=l(i(a));p??=new Map(d.flatMap(e=>e.cases.map(t=>[s(e,t.input),t.expected])));let c=p.get(e)??f(t,o);return JSON.stringify({reason:``,...n.replyTo(c,e)})}export{m as scriptedVerdict};